import type { RenderAnswer, RenderRequest } from '@cruddur/shared';
import { parentPort } from 'node:worker_threads';
import { renderPage } from './render-page.tsx';

/** The entry of a worker thread of the server: it answers one `RenderRequest` after the other. */
parentPort?.on('message', (request: RenderRequest) => void answer(request));

async function answer({ address, data, config }: RenderRequest): Promise<void> {
  const reply = (message: RenderAnswer) => parentPort?.postMessage(message);
  try {
    reply({ page: await renderPage(address, data, config) });
  } catch (error) {
    reply({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
