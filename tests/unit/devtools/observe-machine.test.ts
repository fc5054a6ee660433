import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { observeMachine, type NewEntry } from '../../../client/devtools/inspect/observe-machine.ts';
import { registerActor, watchActors } from '../../../client/src/base/actors.ts';
import { composeMachine } from '../../../client/src/cruds/compose.machine.ts';
import { outboxMachine, type AttemptResult } from '../../../client/src/sync/outbox/outbox-item.machine.ts';
import { tabLeadershipMachine } from '../../../client/src/sync/tabs/tab-leadership.machine.ts';
import { createDeferred } from '../client/create-deferred.ts';
import { recordMachine, describeEntries, turns } from './record-machine.ts';

const unanswered = () => createDeferred<AttemptResult>().promise;

function startOutbox(attempt: () => Promise<AttemptResult> = unanswered) {
  const clock = new SimulatedClock();
  const machine = outboxMachine.provide({ actors: { attempt: fromPromise(attempt) } });
  const actor = createActor(machine, { input: { at: 0, now: () => 0 }, clock }).start();
  return { actor, clock };
}

const startCompose = () =>
  createActor(composeMachine, { input: { kind: 'crud', newOperationId: () => 'one' } }).start();

/** What is recorded of an item that is sent once. */
async function recordAttempt(attempt: () => Promise<AttemptResult>) {
  const { actor } = startOutbox(attempt);
  const { entries } = recordMachine(actor);
  actor.send({ type: 'WAKE' });
  await turns();
  return entries;
}

test('every event is recorded with its transition and its cause', async () => {
  const answer = createDeferred<AttemptResult>();
  const { actor, clock } = startOutbox(() => answer.promise);
  const { entries } = recordMachine(actor);
  actor.send({ type: 'WAKE' });
  answer.resolve({ kind: 'unknown' });
  await turns();
  clock.increment(250);
  await turns();
  expect(describeEntries(entries)).toEqual([
    '1 outbox-1 machine in queued',
    '2 outbox-1 event WAKE: queued > sending',
    '3 outbox-1/attempt work of outbox-1 (because of 2)',
    '4 outbox-1 event done attempt: sending > queued (because of 3)',
    '5 outbox-1/attempt end done (because of 4)',
    '6 outbox-1 event after backOff: queued > sending (because of 4)',
    '7 outbox-1/attempt work of outbox-1 (because of 6)',
    '8 outbox-1 event done attempt: sending > queued (because of 7)',
    '9 outbox-1/attempt end done (because of 8)',
  ]);
  expect(entries[1]).toMatchObject({ taken: [['queued: WAKE']], sender: null });
  expect(entries[3]).toMatchObject({
    ...{ payload: { kind: 'unknown' }, context: { failures: 1 } },
    ...{ sender: 'outbox-1/attempt', timers: [{ delay: 'after backOff' }] },
  });
});

test('an actor that fails, is stopped, or ends with its machine has such an end recorded, after its cause', async () => {
  const failed = await recordAttempt(() => Promise.reject(new TypeError('no way to stranger@example.com')));
  expect(describeEntries(failed).at(-1)).toBe('5 outbox-1/attempt end failed (because of 4)');
  expect(failed[3]).toMatchObject({ payload: { failure: 'TypeError' } });

  expect(describeEntries(await recordAttempt(() => Promise.resolve({ kind: 'done' }))).slice(3)).toEqual([
    '4 outbox-1 event done attempt: sending > done (because of 3)',
    '5 outbox-1/attempt end done (because of 4)',
    '6 outbox-1 end done (because of 4)',
  ]);

  const { actor } = startOutbox();
  const { entries } = recordMachine(actor);
  actor.send({ type: 'WAKE' });
  actor.stop();
  expect(describeEntries(entries).slice(-2)).toEqual([
    '4 outbox-1/attempt end stopped',
    '5 outbox-1 end stopped',
  ]);
});

test('the end of a machine is recorded although its subscribers were removed before', () => {
  const actor = startCompose();
  const { entries } = recordMachine(actor);
  Object.assign(actor, { observers: new Set() });
  actor.stop();
  expect(describeEntries(entries).at(-1)).toBe('2 compose-1 end stopped');
});

test('commands to actors are recorded, and events that a machine ignores', () => {
  const machine = tabLeadershipMachine.provide({ actors: { lock: fromCallback(() => undefined) } });
  const actor = createActor(machine, { input: { visible: true } }).start();
  const { entries } = recordMachine(actor);
  actor.send({ type: 'GRANTED' });
  actor.send({ type: 'JOIN' });
  expect(describeEntries(entries)).toEqual([
    '1 tab-leadership-1 machine in away',
    '2 tab-leadership-1 event GRANTED: away > away',
    '3 tab-leadership-1 event JOIN: away > present.following.asking',
    '4 tab-leadership-1/lock work of tab-leadership-1 (because of 3)',
    '5 tab-leadership-1/lock command APPLY (because of 3)',
    '6 tab-leadership-1/lock command SUSPECT (because of 3)',
  ]);
  expect(entries[1]).toMatchObject({ taken: [] });
});

test('a late observer gets the current state with its actors and its timers', () => {
  const { actor } = startOutbox();
  expect(recordMachine(actor).entries[0]).toMatchObject({ timers: [{ delay: 'after backOff' }] });
  actor.send({ type: 'WAKE' });
  expect(describeEntries(recordMachine(actor).entries)).toEqual([
    '1 outbox-1 machine in sending',
    '2 outbox-1/attempt work of outbox-1',
  ]);
});

test('nothing is recorded once the observation has ended', () => {
  const actor = startCompose();
  const { entries, stop } = recordMachine(actor);
  actor.send({ type: 'OPEN' });
  stop();
  actor.send({ type: 'CLOSE' });
  actor.stop();
  expect(describeEntries(entries)).toHaveLength(2);
});

test('a machine that ends by starting is reported once, with its state and its end', () => {
  const entries: NewEntry[] = [];
  const input = { at: 0, now: () => OUTBOX_RETENTION_MS };
  const actor = createActor(outboxMachine, { input }).start();
  const stop = watchActors((running) => {
    // Other tests of this program have actors too.
    if (running.actor !== actor) return () => undefined;
    return observeMachine(running, { addEntry: (entry) => entries.push(entry), now: () => 0 });
  });
  registerActor(actor);
  registerActor(actor);
  stop();
  expect(entries).toMatchObject([
    { kind: 'machine', machine: 'outbox', states: ['stale'] },
    { kind: 'end', how: 'done', cause: 1 },
  ]);
});

test('an observer receives the running machines and every new one, until they end', () => {
  const [first, gone, hidden, second] = [startCompose(), startCompose(), startCompose(), startCompose()];
  registerActor(first);
  registerActor(first);
  registerActor(gone);
  gone.stop();
  // As React's own hook stops a machine: subscribers receive nothing.
  registerActor(hidden)();
  const [observed, left] = [new Set<unknown>(), new Set<unknown>()];
  const stop = watchActors(({ actor }) => {
    observed.add(actor);
    return () => left.add(actor);
  });
  registerActor(second)();
  stop();
  registerActor(startCompose());
  const ours = (all: Set<unknown>) => [first, gone, hidden, second].filter((actor) => all.has(actor));
  expect([ours(observed), ours(left)]).toEqual([[first, second], [first]]);
});
