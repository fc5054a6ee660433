import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { outboxMachine } from '../../../../client/src/sync/outbox/outbox-item.machine.ts';
import { startMachine } from '../start-machine.ts';

function start(age = 0) {
  const parts = startMachine(outboxMachine, ['attempt'], {
    input: (clock) => ({ at: clock.now() - age, now: () => clock.now() }),
  });
  const becomes = (state: string) => expect.poll(parts.value).toBe(state);
  return { ...parts, becomes };
}

test.each(['done', 'refused'])('[OUTBOX-4] an item is sent at once, and %s is final', async (kind) => {
  const { actor, attempt, clock, becomes } = start();
  clock.increment(0);
  await becomes('sending');
  attempt.succeed({ kind });
  await becomes(kind);
  expect(actor.getSnapshot().status).toBe('done');
});

test('an item with an unknown result is sent again, at most 2 s later', async () => {
  const { attempt, clock, becomes } = start();
  const waits: number[] = [];
  clock.increment(0);
  for (let attempts = 1; attempts <= 7; attempts++) {
    attempt.succeed({ kind: 'unknown' });
    await becomes('queued');
    let waited = 0;
    for (; attempt.calls.length === attempts; waited += 125) clock.increment(125);
    waits.push(waited);
  }
  expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000]);
});

test('a failing attempt has an unknown result, and a wake ends the wait', async () => {
  const { send, attempt, clock, becomes } = start();
  clock.increment(0);
  attempt.fail('TypeError');
  await becomes('queued');
  send({ type: 'WAKE' });
  expect(attempt.calls).toHaveLength(2);
});

test('[OUTBOX-5] after seven days an item is stale, whether it waited here or elsewhere', async () => {
  expect(start(OUTBOX_RETENTION_MS).value()).toBe('stale');
  const { attempt, clock, value, becomes } = start(OUTBOX_RETENTION_MS - 1);
  expect(value()).toBe('queued');
  clock.increment(0);
  clock.increment(1);
  attempt.succeed({ kind: 'unknown' });
  await becomes('stale');
});
