import { createHash, randomUUID } from 'node:crypto';
import { isOperationId } from '@cruddur/shared';
import type { Request } from 'express';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import type { JsonObject } from './read-body.ts';

/**
 * The operation of a call, by its header; a call without one is a new operation.
 * @throws Refusal operation_id_invalid
 */
export function readOperation(request: Request, body: JsonObject): Operation {
  const id = request.get('amz-sdk-invocation-id') ?? request.get('idempotency-key') ?? randomUUID();
  if (!isOperationId(id)) throw new Refusal('operation_id_invalid');
  return { id, fingerprint: fingerprintOf(request, body) };
}

/** Leaves out `user_handle`, which old clients send and the server ignores. */
function fingerprintOf(request: Request, body: JsonObject): string {
  const fields = Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'user_handle'));
  const canonicalRequest = `${request.method}\n${request.path}\n${toCanonicalJson(fields)}`;
  return createHash('sha256').update(canonicalRequest).digest('hex');
}

/** JSON with sorted keys, so that their order in the request does not matter. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`).join(',')}}`;
}
