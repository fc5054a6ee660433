import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { describeChart } from '../../../client/devtools/charts/describe-chart.ts';
import { parseTrace } from '../../../client/devtools/inspect/parse-trace.ts';
import { replayTrace } from '../../../client/devtools/inspect/replay-trace.ts';
import type { TraceEntry } from '../../../client/devtools/inspect/trace.ts';
import { machineCatalogue } from '../../../client/devtools/machine-catalogue.ts';
import { composeMachine, type Composed } from '../../../client/src/cruds/compose.machine.ts';
import { conversationMachine } from '../../../client/src/messages/conversation.machine.ts';
import { expiryMachine } from '../../../client/src/cruds/expiry.machine.ts';
import { recordMachine, turns } from './record-machine.ts';

const charts = machineCatalogue.map(({ machine }) => describeChart(machine));

/** A crud that is refused and then accepted, a conversation that is read, and the expiry of a crud. */
async function session(): Promise<TraceEntry[]> {
  let tries = 0;
  const submit = fromPromise<unknown, Composed>(() =>
    tries++ === 0 ? Promise.reject(new Error('refused')) : Promise.resolve(null),
  );
  const compose = createActor(composeMachine.provide({ actors: { submit } }), {
    input: { kind: 'crud', newOperationId: () => 'one' },
  }).start();
  const first = recordMachine(compose);
  compose.send({ type: 'OPEN' });
  compose.send({ type: 'SUBMIT' });
  compose.send({ type: 'TYPE', text: 'a secret' });
  compose.send({ type: 'TYPE', text: 'a secret' });
  for (const type of ['SUBMIT', 'SUBMIT'] as const) {
    compose.send({ type });
    await turns();
  }

  const markRead = fromPromise<unknown, { uuid: string }>(() => Promise.resolve(null));
  const conversation = createActor(conversationMachine.provide({ actors: { markRead } })).start();
  const second = recordMachine(conversation);
  const messages = [{ uuid: 'm', own: false, at: '2020-01-01T00:00:00.000Z' }];
  conversation.send({ type: 'OPENED', messages, unread: 1 });
  conversation.send({ type: 'AT_END' });
  conversation.send({ type: 'HIDDEN' });
  await turns();

  const clock = new SimulatedClock();
  const input = { end: 1000, now: () => clock.now(), allowsMotion: () => true };
  const third = recordMachine(createActor(expiryMachine, { clock, input }).start());
  clock.increment(10_000);
  return [first, second, third].flatMap(({ entries }) => entries);
}

const fileOf = (entries: unknown[]) => JSON.stringify({ format: 'cruddur-trace', version: 1, entries });

test('a record replays to the same states, with or without texts', async () => {
  const entries = await session();
  const text = fileOf(entries);
  expect(text).not.toContain('secret');
  const replayed = replayTrace(parseTrace(text).entries, charts);
  expect(replayed.differences).toEqual([]);
  expect(replayed.events).toBe(entries.filter(({ kind }) => kind === 'event').length);
  expect(replayed.events).toBeGreaterThan(12);
});

const startingIn = (...states: string[]) => ({ kind: 'machine', change: { states } });

test.each([
  ['led elsewhere', { kind: 'event', change: { states: ['open.failed'] } }, /led to|was in/],
  [
    'took what there is not',
    { kind: 'event', change: { taken: [['closed: FLY']] } },
    /no transition "closed: FLY"/,
  ],
  [
    'begins in states that exclude each other',
    startingIn('closed', 'open.editing'),
    /closed, open\.editing cannot be active together/,
  ],
  ['begins in what is no innermost state', startingIn('open'), /no state open$/],
  ['begins nowhere', startingIn(''), /no state $/],
  [
    'is of a machine that there is not',
    { kind: 'machine', change: { machine: 'toaster' } },
    /no machine toaster/,
  ],
])('a record that %s is detected', async (_what, { kind, change }, words) => {
  const changed = (await session()).map((entry) => (entry.kind === kind ? { ...entry, ...change } : entry));
  const { differences } = replayTrace(changed, charts);
  expect(differences.map(({ what }) => what).join()).toMatch(words);
});

const end = (at: number) => ({
  ...{ kind: 'end', how: 'done', tab: 'one', n: 1, at, actor: 'compose-1', cause: null },
});

test('a trace out of order is sorted', () => {
  expect(parseTrace(fileOf([end(2), end(1)])).entries.map(({ at }) => at)).toEqual([1, 2]);
});

test.each([
  ['no JSON', 'nonsense', /isn’t JSON/],
  ['of another format', '{}', /isn’t a Cruddur trace: format/],
  ['of incomplete entries', fileOf([{ kind: 'end' }]), /entries\.0/],
  ['with an impossible time', fileOf([end(1e300)]), /entries\.0\.at/],
  ['longer than any', fileOf(Array.from({ length: 20_001 }, () => end(1))), /entries isn’t valid/],
  ['larger than any', `${' '.repeat(32_000_000)}{}`, /too large/],
])('a file that is %s is refused with the reason', (_what, text, words) => {
  expect(() => parseTrace(text)).toThrow(words);
});
