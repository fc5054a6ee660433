import { createServer } from 'node:http';
import { listenLocally } from '../../../support/listen-locally.ts';

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
      const bytes = Buffer.concat((await request.toArray()) as Buffer[]);
      requests.push(`${method} ${name}`);
      const found = objects.get(name);
      if (method === 'PUT') objects.set(name, { type: request.headers['content-type'] ?? '', bytes });
      if (method === 'DELETE') objects.delete(name);
      const isRead = method === 'GET' || method === 'HEAD';
      const body = found?.bytes ?? '<Error><Code>NoSuchKey</Code><Message>none</Message></Error>';
      if (isRead && found)
        response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length });
      else if (isRead) response.writeHead(404, { 'content-type': 'application/xml' });
      else response.writeHead(method === 'DELETE' ? 204 : 200);
      response.end(method === 'GET' ? body : undefined);
    })();
  });
  const listening = await listenLocally(server);
  return { ...listening, objects, requests };
}
