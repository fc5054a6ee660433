import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import express from 'express';

export type ServedPage = AsyncDisposable & { url: string };

const entry = fileURLToPath(new URL('amplify-entry.ts', import.meta.url));

/** Serves an empty page that holds aws-amplify, under the name localhost: passkeys need it. */
export async function serveAmplifyPage(): Promise<ServedPage> {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false });
  const script = outputFiles[0]?.text ?? '';
  const app = express()
    .get('/', (_request, response) => void response.send('<!doctype html><script src="/page.js"></script>'))
    .get('/page.js', (_request, response) => void response.type('js').send(script));
  const server = app.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
