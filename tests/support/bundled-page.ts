import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import express from 'express';
import { listenLocally } from './listen-locally.ts';

export type ServedPage = AsyncDisposable & { url: string };

/** Bundles a TypeScript file into one script for a browser. */
async function bundleScript(entry: URL): Promise<string> {
  const entryPoints = [fileURLToPath(entry)];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'iife', write: false });
  return outputFiles[0]?.text ?? '';
}

/** Serves an empty page that runs a TypeScript file, under the name localhost, which passkeys and locks require. */
export async function serveBundledPage(entry: URL): Promise<ServedPage> {
  const script = await bundleScript(entry);
  const app = express()
    .get('/', (_request, response) => void response.send('<!doctype html><script src="/page.js"></script>'))
    .get('/page.js', (_request, response) => void response.type('js').send(script));
  return listenLocally(createServer(app), 'localhost');
}
