import { randomUUID } from 'node:crypto';

/** A call of the load. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the query. */
  path: string;
  accessToken?: string;
  /** Such as `accept-encoding`. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Adds a new operation id to each sending. */
  isOperation?: boolean;
}

/** Returns the bytes of a call, which only differ between two sendings of an operation. @param url the gateway's origin */
export function createRequestWriter(url: string, request: HttpRequest): () => Buffer {
  const { method, path, accessToken, headers = {}, body, isOperation = false } = request;
  const json = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    host: new URL(url).host,
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'content-length': String(Buffer.byteLength(json)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}`;
  if (isOperation) return () => Buffer.from(`${head}amz-sdk-invocation-id: ${randomUUID()}\r\n\r\n${json}`);
  const bytes = Buffer.from(`${head}\r\n${json}`);
  return () => bytes;
}
