import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { outboxMachine, type AttemptResult } from '../../../client/src/machines/outbox-item.machine.ts';
import { createManualActor, SimulatedClock } from './manual-actor.ts';

function start(age = 0) {
  const clock = new SimulatedClock();
  const attempt = createManualActor<AttemptResult, unknown>();
  const machine = outboxMachine.provide({ actors: { attempt: attempt.logic } });
  const input = { at: clock.now() - age, now: () => clock.now() };
  const actor = createActor(machine, { clock, input }).start();
  const reaches = (state: string) => waitFor(actor, ({ value }) => value === state, { timeout: 5000 });
  const fail = async () => {
    attempt.succeed({ kind: 'unknown' });
    await reaches('queued');
  };
  return { actor, attempt, clock, reaches, fail };
}

test('[OUTBOX-2] an item is sent at once, and is done when the server has it', async () => {
  const { actor, attempt, clock, reaches } = start();
  clock.increment(0);
  await reaches('sending');
  attempt.succeed({ kind: 'done' });
  await reaches('done');
  expect(actor.getSnapshot().status).toBe('done');
});

test('[OUTBOX-2] an item with an unknown result is sent again, at most 2 s later', async () => {
  const { attempt, clock, fail } = start();
  const waits: number[] = [];
  clock.increment(0);
  for (let attempts = 1; attempts <= 7; attempts++) {
    await fail();
    let waited = 0;
    for (; attempt.calls.length === attempts; waited += 125) clock.increment(125);
    waits.push(waited);
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000]);
});

test('[OUTBOX-2] a failing attempt has an unknown result, and a wake ends the wait', async () => {
  const { actor, attempt, clock, reaches } = start();
  clock.increment(0);
  attempt.fail('TypeError');
  await reaches('queued');
  actor.send({ type: 'WAKE' });
  expect(attempt.calls).toHaveLength(2);
});

test('[OUTBOX-4] a refused item is final', async () => {
  const { actor, attempt, clock, reaches } = start();
  clock.increment(0);
  attempt.succeed({ kind: 'refused' });
  await reaches('refused');
  expect(actor.getSnapshot().status).toBe('done');
});

test('[OUTBOX-5] after seven days an item is stale, whether it waited here or elsewhere', async () => {
  expect(start(OUTBOX_RETENTION_MS).actor.getSnapshot().value).toBe('stale');
  const { actor, attempt, clock, reaches } = start(OUTBOX_RETENTION_MS - 1);
  expect(actor.getSnapshot().value).toBe('queued');
  clock.increment(0);
  clock.increment(1);
  attempt.succeed({ kind: 'unknown' });
  await reaches('stale');
});
