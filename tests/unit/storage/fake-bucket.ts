import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeBucket extends AsyncDisposable {
  url: string;
  objects: Map<string, { type: string; bytes: Buffer }>;
  requests: string[];
}

/** Enough of S3's wire protocol, path-style, for PUT, HEAD, GET and DELETE of small objects. */
export async function openFakeBucket(): Promise<FakeBucket> {
  const objects: FakeBucket['objects'] = new Map();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '' } = request;
      const name = new URL(url, 'http://s3').pathname;
      const bytes = await bytesOf(request);
      requests.push(`${method} ${name}`);
      const found = objects.get(name);
      if (method === 'PUT') objects.set(name, { type: request.headers['content-type'] ?? '', bytes });
      if (method === 'DELETE') objects.delete(name);
      if (method !== 'GET' && method !== 'HEAD') {
        response.writeHead(method === 'DELETE' ? 204 : 200).end();
      } else if (found) {
        response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length });
        response.end(method === 'GET' ? found.bytes : undefined);
      } else {
        response.writeHead(404, { 'content-type': 'application/xml' });
        response.end(
          method === 'GET' ? '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>' : undefined,
        );
      }
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
