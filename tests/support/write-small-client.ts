import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = `<!doctype html><html lang="en"><head><title>Cruddur</title><template id="program"></template></head><body><div id="root"></div></body></html>`;

/** Renders the page's data as text. */
const RENDERER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ data }) => {
    const html = '<pre>' + JSON.stringify(data).replaceAll('<', '&lt;') + '</pre>';
    parentPort.postMessage({ page: { title: 'Small', html, styles: '', screenModule: null } });
  });
`;

/** Writes the files that the server needs of a built client, with a renderer of a few lines. @param folder an empty folder */
export async function writeSmallClient(folder: string): Promise<void> {
  await mkdir(join(folder, '.server'));
  await mkdir(join(folder, 'static'));
  const files = {
    'index.html': PAGE,
    '.server/render-worker.mjs': RENDERER,
    '.server/loading-shell.html': '<p>Soon</p>',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
