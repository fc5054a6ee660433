import { serverMachines } from '@cruddur/shared';
import { createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { describeChart } from '../../../../client/devtools/charts/describe-chart.ts';
import type { TraceEntry } from '../../../../client/devtools/inspect/trace.ts';
import { replayTrace } from '../../../../client/devtools/inspect/replay-trace.ts';
import { composeMachine } from '../../../../client/src/cruds/compose.machine.ts';
import { reduceActors } from '../../../../client/devtools/page/reduce-actors.ts';
import {
  computeCoverage,
  countCoverage,
  reachedIn,
  reachedInTests,
  reachedOnServer,
} from '../../../../client/devtools/page/coverage.ts';
import { filterLog, NO_FILTER } from '../../../../client/devtools/page/filter-log.ts';
import { createRecord } from '../../../../client/devtools/page/record.ts';
import { recordMachine as observe } from '../record-machine.ts';

/** A composer that was opened, edited and closed. */
function written(): TraceEntry[] {
  const actor = createActor(composeMachine, { input: { kind: 'crud', newOperationId: () => 'one' } }).start();
  const { entries } = observe(actor);
  actor.send({ type: 'OPEN' });
  actor.send({ type: 'TYPE', text: 'hello' });
  actor.send({ type: 'CLOSE' });
  actor.stop();
  return entries;
}

const inTab = (entries: readonly TraceEntry[], tab: string): TraceEntry[] =>
  entries.map((entry) => ({ ...entry, tab }));

test('every position in it gives the state of all actors at that time', () => {
  const entries = written();
  const at = (count: number) => {
    const one = reduceActors(entries.slice(0, count)).get('here compose-1');
    return one?.kind === 'machine' ? [one.states.join(), one.last?.event, one.ended] : one;
  };
  expect(at(0)).toBeUndefined();
  expect(at(1)).toEqual(['closed', undefined, null]);
  expect(at(3)).toEqual(['open.editing', 'TYPE', null]);
  expect(at(4)).toEqual(['closed', 'CLOSE', null]);
  expect(at(5)).toEqual(['closed', 'CLOSE', 'stopped']);
});

test('entries of several tabs are sorted by time', () => {
  const record = createRecord();
  record.add(inTab(written(), 'one').filter((_, index) => index !== 1));
  record.add(inTab(written().slice(1, 2), 'two'));
  expect(record.getSnapshot().entries.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5]);
});

test('an actor introduced again while it runs adds no entry', () => {
  const record = createRecord();
  const [first, ...rest] = written();
  const again = first ? [first] : [];
  const lengths = [again, again, rest, again].map((entries) => {
    record.add(entries);
    return record.getSnapshot().entries.length;
  });
  expect(lengths).toEqual([1, 1, 5, 6]);
});

test('all actors of a closed tab end with it', () => {
  const record = createRecord();
  for (const tab of ['one', 'two']) record.add(inTab(written().slice(0, 3), tab));
  record.removeTab('one', 50);
  const [one, two] = record.getSnapshot().actors.values();
  expect([one?.tab, one?.ended, two?.tab, two?.ended]).toEqual(['one', 'stopped', 'two', null]);
});

test('an actor that was unobserved for a while continues from its state afterwards', () => {
  const record = createRecord();
  const [first, opened] = written();
  if (!first || !opened) throw new Error('nothing was recorded');
  record.add([first, opened]);
  record.pause(3);
  expect([...record.getSnapshot().actors.values()]).toMatchObject([{ ended: 'unwatched' }]);
  record.add([{ ...first, n: 9, at: 9 }]);
  const { actors, entries } = record.getSnapshot();
  expect([...actors.values()]).toMatchObject([{ states: ['closed'], ended: null }]);
  expect(replayTrace(entries, [describeChart(composeMachine)]).differences).toEqual([]);
});

test('it keeps its newest part, which is complete by itself', () => {
  const record = createRecord();
  const [first, opened, typed] = written();
  if (!first || !opened || !typed) throw new Error('nothing was recorded');
  record.add([first, opened]);
  const many = Array.from({ length: 12_000 }, (_, index) => ({ ...typed, n: index + 3, at: index + 10 }));
  record.add(many);
  const { entries, actors } = record.getSnapshot();
  expect(entries.length).toBeLessThan(8100);
  expect(entries[0]).toMatchObject({ kind: 'machine', states: ['open.editing'] });
  expect(entries.at(-1)).toBe(many.at(-1));
  expect([...reduceActors(entries)]).toEqual([...actors]);
});

test.each([
  [{ text: 'type' }, ['TYPE']],
  [{ text: 'hello' }, []],
  [{ text: '5 characters compose' }, ['TYPE']],
  [{ kind: 'end' as const }, ['end']],
  [{ actor: 'here compose-1', kind: 'event' as const }, ['OPEN', 'TYPE', 'CLOSE']],
  [{ actor: 'here compose-2' }, []],
  [{ actor: 'here compose' }, []],
])('the log is filtered by text, actor and kind: %o', (filter, shown) => {
  const found = filterLog(written(), { ...NO_FILTER, ...filter });
  expect(found.map((entry) => (entry.kind === 'event' ? entry.event : entry.kind))).toEqual(shown);
});

test('of the checks of the session, the log leaves out those that nothing follows', () => {
  const [, event] = written();
  if (event?.kind !== 'event') throw new Error('no event was recorded');
  const check = { ...event, actor: 'session-1', machine: 'session', event: 'CHECK' };
  const due = { ...check, taken: [['signedIn.fresh: CHECK [isDue]']] };
  expect(filterLog([{ ...check, taken: [] }, due], NO_FILTER)).toEqual([due]);
});

test('states reached now, in this session, by the tests and never are distinguished', () => {
  const chart = describeChart(composeMachine);
  const session = reachedIn(written(), 'compose');
  const tests = {
    states: new Set(['open.failed', 'closed']),
    transitions: new Set(['closed: OPEN', 'open: SUBMIT [isBlank]']),
  };
  const marks = computeCoverage(chart, { now: ['closed'], session, tests });
  expect(marks.states).toEqual({
    '': 'now',
    closed: 'now',
    open: 'session',
    'open.editing': 'session',
    'open.failed': 'tests',
    'open.submitting': 'never',
  });
  expect(marks.transitions).toMatchObject({
    'closed: OPEN': 'session',
    'open: TYPE': 'session',
    'open: CLOSE': 'session',
    'open: SUBMIT [isBlank]': 'tests',
    'open.submitting: error submit': 'never',
  });
  expect(countCoverage(chart, marks)).toEqual({ now: 1, session: 2, tests: 1, never: 1 });
});

test('server machines count past transitions; ended actors are in no state', () => {
  const chart = describeChart(createMachine(serverMachines.purge));
  const report = {
    machine: 'purge' as const,
    states: { waiting: 1, sweeping: 0 },
    moves: { 'waiting: due': 2, 'sweeping: done': 2, 'sweeping: failed': 0 },
  };
  const tests = { states: new Set<string>(), transitions: new Set<string>() };
  const { states, transitions } = computeCoverage(chart, { ...reachedOnServer(chart, report), tests });
  expect(states).toEqual({ '': 'now', waiting: 'now', sweeping: 'session' });
  expect(transitions).toMatchObject({ 'sweeping: done': 'session', 'sweeping: failed': 'never' });

  const session = describeChart(createMachine(serverMachines.gatewaySession));
  const ended = { machine: 'gatewaySession' as const, states: { over: 3 }, moves: { 'open: left': 3 } };
  expect(reachedOnServer(session, ended).now).toEqual([]);
});

test('the tests reach every transition of the server’s machines, and the recorded ones of the browser’s', () => {
  const chart = describeChart(createMachine(serverMachines.purge));
  expect([...reachedInTests(chart).transitions]).toEqual(chart.transitions.map(({ name }) => name));
  const ours = describeChart(composeMachine);
  expect(reachedInTests(ours).transitions.size).toBeGreaterThan(0);
  expect(reachedInTests({ ...ours, machine: 'toaster' }).transitions.size).toBe(0);
});
