import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ClientConfig, PageRenderer } from '@cruddur/shared';
import * as realMaker from '../../../../client/src/app/server/render-page.tsx';
import { systemClock, type Clock } from '../../../../server/src/domain/clock.ts';
import type { UseCases } from '../../../../server/src/domain/use-case.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { hostileUseCases } from './sample-page.ts';
import { createRecordingUseCases, renderingWith, startTestHttpApp } from './test-http-app.ts';

const TEMPLATE = `<!doctype html><html lang="en"><head><title>Cruddur</title><template id="program"><script type="module" src="/main.js"></script></template><script>theme()</script><style>p{color:red}</style></head><body><div id="root"></div></body></html>`;

/** The real server with a small build, whose pages the client's own code renders, or the browser where `renderer` is null. */
export async function openSite({
  renderer = realMaker,
  useCases = {},
  clientConfig = {},
  clock = systemClock,
}: Partial<SiteOptions> = {}) {
  const folder = await createTempFolder();
  const clientDir = folder.path;
  await mkdir(join(clientDir, 'static/js'), { recursive: true });
  await mkdir(join(clientDir, '.vite'));
  const files = {
    'index.html': TEMPLATE,
    'static/js/main.abc.js': 'plain',
    'static/js/main.abc.js.br': brotliCompressSync('compressed'),
    'manifest.webmanifest': '1',
    '.vite/manifest.json': JSON.stringify({
      'index.html': { file: 'static/js/main.abc.js', isEntry: true, imports: ['_all.js'] },
      '_all.js': { file: 'static/js/all.js' },
      '_some.js': { file: 'static/js/some.js', imports: ['_all.js'] },
      'src/pages/profile.tsx': { file: 'static/js/profile.js', imports: ['_some.js', '_all.js'] },
      'src/account/sign-in/sign-in.tsx': { file: 'static/js/sign-in.js' },
      'src/account/sign-in/sign-up.tsx': { file: 'static/js/sign-up.js' },
      'src/account/sign-in/confirm.tsx': { file: 'static/js/confirm.js' },
      'src/account/sign-in/recover.tsx': { file: 'static/js/recover.js' },
    }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(clientDir, name), text);
  const app = await startTestHttpApp({
    settings: { secure: true, clientDir, clientConfig },
    pages: { ...renderingWith(renderer), clock },
    useCases: createRecordingUseCases([], { ...hostileUseCases, ...useCases }),
  });
  return {
    ...app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface SiteOptions {
  renderer: PageRenderer | null;
  clientConfig: Partial<ClientConfig>;
  useCases: Partial<UseCases>;
  clock: Clock;
}
