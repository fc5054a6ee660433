import { expect, test } from 'vitest';
import { runAsOnlySender } from '../../../client/src/outbox/sender-lock.ts';
import { waitForAbort } from '../../../client/src/web-lock.ts';
import { createDeferred } from '../client/create-deferred.ts';
import { createLocks } from './outbox-tabs.ts';

function start() {
  const locks = createLocks();
  const over = new AbortController();
  const log: string[] = [];
  /** A tab that works until it must stop; `silent` settles when it considers the sending tab unresponsive. */
  const open = (tab: string, silent?: Promise<undefined>) => {
    const turn = {
      locks,
      name: 'sender',
      stopped: over.signal,
      waitForSilentHolder: (stopped: AbortSignal) =>
        Promise.race([waitForAbort(stopped), ...(silent ? [silent] : [])]),
    };
    return runAsOnlySender(turn, async (lost) => {
      log.push(`${tab} sends`);
      await waitForAbort(lost);
      log.push(`${tab} stops`);
    });
  };
  return { open, happened: log, end: () => over.abort() };
}

test('[OUTBOX-6] a sender that sleeps loses its lock, stops sending, and queues again', async () => {
  const { open, happened: log, end } = start();
  const silence = createDeferred<undefined>();
  const tabs = [open('sleeper')];
  await expect.poll(() => log).toEqual(['sleeper sends']);
  tabs.push(open('thief', silence.promise));
  silence.resolve(undefined);
  await expect.poll(() => log.toSorted()).toEqual(['sleeper sends', 'sleeper stops', 'thief sends']);
  end();
  await Promise.all(tabs);
  expect(log.at(-1)).toBe('thief stops');
  expect(log).toHaveLength(4);
});
