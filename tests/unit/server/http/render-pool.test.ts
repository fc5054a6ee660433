import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemTimers } from '../../../../server/src/domain/timers.ts';
import { createRenderPool, type RenderPoolOptions } from '../../../../server/src/http/pages/render-pool.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';

/** Answers with its thread's id; `/ends`, `/hangs` and `/fails` do what they say. */
const SCRIPT = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ address }) => {
    if (address === '/ends') process.exit(1);
    if (address === '/hangs') for (;;);
    if (address === '/fails') parentPort.postMessage({ failure: 'it fails' });
    else parentPort.postMessage({ page: { title: String(threadId), html: address, styles: '', screenModule: null } });
  });
`;

async function openPool(options: Partial<RenderPoolOptions> = {}) {
  const folder = await createTempFolder();
  const file = join(folder.path, 'worker.mjs');
  await writeFile(file, SCRIPT);
  const pool = createRenderPool({ file, timers: systemTimers, maxWorkers: 1, ...options });
  return {
    pool,
    render: (address: string) => pool.renderPage(address, { now: 0, content: null }, {}),
    [Symbol.asyncDispose]: async () => {
      await pool.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it('one thread renders pages one after the other, also after one that fails', async () => {
  await using opened = await openPool();
  const pages = await Promise.all(['/a', '/b', '/c'].map(opened.render));
  expect(pages.map(({ html }) => html)).toEqual(['/a', '/b', '/c']);
  await expect(opened.render('/fails')).rejects.toThrow('it fails');
  pages.push(await opened.render('/d'));
  expect(new Set(pages.map(({ title }) => title)).size).toBe(1);
});

it.each([
  ['/ends', 'has ended'],
  ['/hangs', 'longer than 2000 ms'],
])('a thread that %s is replaced', async (address, reason) => {
  await using opened = await openPool({ timeoutMs: 2000 });
  const before = await opened.render('/a');
  const [failed, next] = await Promise.allSettled([opened.render(address), opened.render('/b')]);
  expect(String(failed.status === 'rejected' && failed.reason)).toContain(reason);
  expect(next).toMatchObject({ status: 'fulfilled', value: { html: '/b' } });
  expect(before.title).not.toBe(next.status === 'fulfilled' && next.value.title);
});

it('a page beyond the queue is refused at once', async () => {
  await using opened = await openPool({ timeoutMs: 60_000 });
  const rendered = Promise.allSettled(Array.from({ length: 250 }, (_, n) => opened.render(`/${n}`)));
  const refused = (await rendered).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(49);
});

it('closing ends the threads and rejects what waits', async () => {
  await using opened = await openPool({ timeoutMs: 60_000 });
  const pending = Promise.allSettled(['/hangs', '/b'].map(opened.render));
  await opened.pool.close();
  expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(opened.render('/c')).rejects.toThrow('closed');
});

it.each(['/nowhere/worker.mjs', 'not-absolute.mjs'])(
  'a thread that cannot be started with %s rejects its page',
  async (file) => {
    await using opened = await openPool({ file });
    await expect(opened.render('/a')).rejects.toThrow(file);
    await expect(opened.render('/b')).rejects.toThrow(file);
  },
);
