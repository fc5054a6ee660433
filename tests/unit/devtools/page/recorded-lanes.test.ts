import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TraceEntry } from '../../../../client/devtools/inspect/trace.ts';
import { layoutLanes } from '../../../../client/devtools/page/lanes/lane-layout.ts';
import type { LaneEntry } from '../../../../client/devtools/page/lanes/lane-entry.ts';
import { remoteOf } from '../../../../client/devtools/page/recorded/remotes.ts';
import {
  createLaneReader,
  toLanePosition,
  toLanes,
  toRecordPosition,
} from '../../../../client/devtools/page/recorded/to-lanes.ts';
import { machineCatalogue } from '../../../../client/devtools/machine-catalogue.ts';
import { traceTab } from './trace-tab.ts';

const [own, other] = [traceTab('own'), traceTab('other')];

/** A crud is composed and sent in the own tab, which leads; the other one follows and is closed. */
const RECORDED: TraceEntry[] = [
  other.connects(0, 'connecting'),
  other.runs(0, 'tab-leadership-2', 'present.following.asking'),
  own.connects(10, 'connecting'),
  own.runs(10, 'tab-leadership-2', 'present.leading'),
  own.runs(10, 'compose-3', 'closed'),
  own.gets(50, 'socket-5', 'READY', { states: ['live.gateway.steady', 'live.probe.idle'] }),
  own.connects(50, 'live'),
  other.gets(52, 'tab-leadership-2', 'HEARD', { states: ['present.following.hearing'] }),
  other.connects(53, 'live', 'TOLD'),
  own.gets(100, 'compose-3', 'OPEN', { states: ['open.editing'] }),
  own.runs(200, 'outbox-4', 'queued'),
  own.gets(200, 'outbox-4', 'after backOff', { states: ['sending'] }),
  own.works(200, 'outbox-4', 'attempt'),
  own.gets(260, 'outbox-4', 'done attempt', {
    ...{ states: ['done'], sender: 'outbox-4/attempt', payload: { kind: 'done' } },
  }),
  own.ends(260, 'outbox-4/attempt'),
  own.ends(260, 'outbox-4'),
  other.ends(400, 'connection-1', 'stopped'),
  other.ends(400, 'tab-leadership-2', 'stopped'),
];

const lanes = toLanes(RECORDED, 'own');
const { history } = lanes;
const statesIn = (lane: string) => (history.states.get(lane) ?? []).map(({ at, text }) => `${at} ${text}`);
const messages = (entries: readonly LaneEntry[]) =>
  entries.flatMap((entry) =>
    entry.kind === 'event' && entry.from !== null
      ? [`${entry.at} ${entry.from} > ${entry.lane}: ${entry.label}, ${entry.arrow}`]
      : [],
  );

test('a recording has a lane for each tab, one for each other machine of it, and the server', () => {
  expect(history.lanes).toEqual(['this tab', 'this tab compose', 'tab 2', 'server']);
  expect(history.parts).toEqual(new Map([['this tab compose', 'compose']]));
  expect(toLanes(RECORDED, null).history.lanes).toEqual(['tab 1', 'tab 2', 'tab 2 compose', 'server']);
  expect(history.at).toBe(400);
  expect(toLanes([], null).history).toMatchObject({ lanes: [], entries: [], at: 0 });
});

test('the states of connection, leadership and outbox are the spans of their tab', () => {
  expect(statesIn('this tab')).toEqual([
    '10 connecting',
    '10 leading, connecting',
    '50 leading, live',
    '200 leading, live, 1 queued',
    '200 leading, live, 1 sending',
    '260 leading, live',
  ]);
  // That it asks and hears in turn is no change.
  expect(statesIn('tab 2')).toEqual([
    '0 connecting',
    '0 following, connecting',
    '53 following, live',
    '400 following, no connection',
    '400 closed',
  ]);
  expect(statesIn('this tab compose')).toEqual(['10 closed', '100 editing']);
  expect(statesIn('server')).toEqual([
    '0 no sockets',
    '50 1 socket',
    '200 1 socket, 1 request',
    '260 1 socket',
  ]);
  const { bands } = layoutLanes(history, { from: 0, width: 400, pxPerMs: 1 });
  const ofServer = bands.filter(({ lane }) => lane === 'server');
  expect(ofServer.map(({ x, width }) => `${x} + ${width}`)).toEqual([
    '0 + 50',
    '50 + 150',
    '200 + 60',
    '260 + 140',
  ]);
});

test('requests, the socket and what the leader tells are messages; all else is a mark', () => {
  expect(messages(history.entries)).toEqual([
    '50 server > this tab: socket READY, socket',
    '52 this tab > tab 2: tab-leadership HEARD, tabs',
    '53 this tab > tab 2: connection TOLD, tabs',
    '200 this tab > server: outbox attempt starts, http',
    '260 server > this tab: outbox done attempt, http',
  ]);
  const marks = history.entries.flatMap((entry) => (entry.kind === 'record' ? [entry.label] : []));
  expect(marks).toContain('compose OPEN');
  expect(marks).toContain('outbox is done');
});

test('a request without an answer is lost', () => {
  const unanswered = own.gets(300, 'outbox-4', 'done attempt', {
    ...{ states: ['queued'], sender: 'outbox-4/attempt', payload: { kind: 'unknown' } },
  });
  const { entries } = toLanes([...RECORDED.slice(0, 12), unanswered], 'own').history;
  expect(entries.filter(({ kind }) => kind === 'lost')).toEqual([
    { kind: 'lost', at: 300, from: 'this tab', lane: 'server', label: 'outbox done attempt' },
  ]);
});

test('a frozen leader that does not know of its end is no sender', () => {
  const later = [
    other.gets(500, 'tab-leadership-2', 'GRANTED', { states: ['present.leading'] }),
    own.gets(600, 'tab-leadership-2', 'SUPERSEDED', { states: ['present.following.asking'] }),
    own.connects(610, 'reconnecting', 'TOLD'),
    other.gets(620, 'socket-5', 'READY', { states: ['live.gateway.steady', 'live.probe.idle'] }),
  ];
  expect(messages(toLanes([...RECORDED.slice(0, 15), ...later], 'own').history.entries).slice(-3)).toEqual([
    '600 tab 2 > this tab: tab-leadership SUPERSEDED, tabs',
    '610 tab 2 > this tab: connection TOLD, tabs',
    '620 server > tab 2: socket READY, socket',
  ]);
});

test('what is no longer watched is said to be so', () => {
  const actors = ['connection-1', 'socket-5', 'tab-leadership-2', 'compose-3'];
  const unwatched = actors.map((actor) => own.ends(300, actor, 'unwatched'));
  const { states } = toLanes([...RECORDED.slice(0, 10), ...unwatched], 'own').history;
  for (const lane of ['this tab', 'this tab compose'])
    expect(states.get(lane)?.at(-1)).toMatchObject({ mode: 'off', text: 'not watched' });
});

test('every position of the recording is one of its lanes', () => {
  for (let position = 0; position <= RECORDED.length; position += 1)
    expect(toRecordPosition(lanes, toLanePosition(lanes, position) ?? -1)).toBe(position);
  expect(toLanePosition(lanes, null)).toBeNull();
  const ordered = history.entries.map(({ at }) => at);
  expect(ordered).toEqual(ordered.toSorted((one, next) => one - next));
});

test('the work that counts as requests is work of the machines', () => {
  const sources = machineCatalogue.flatMap(({ machine }) =>
    Object.keys(machine.implementations.actors).map((source) => `${machine.id}-1/${source}`),
  );
  const requests = sources.filter((actor) => remoteOf({ actor }) !== null);
  expect(requests).toContain('outbox-1/attempt');
  expect(requests).toHaveLength(19);
});

const TABS = [own, other, traceTab('third')];
const CONNECTION = ['connecting', 'live', 'reconnecting'];
const LEADERSHIP = ['present.leading', 'present.following.hearing', 'present.following.asking'];
const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % list.length];

interface Step {
  tab: number;
  what: number;
  state: number;
  /** How much earlier than the newest entry it happened, as in the late report of another tab. */
  late: number;
}

/** The entries of one step, from a few actors, so that they start, change and end again and again. */
function toEntries({ tab, what, state }: Step, at: number): TraceEntry[] {
  const { runs, gets, works, ends } = pick(TABS, tab) ?? own;
  const outbox = `outbox-${5 + (state % 3)}`;
  const connection = pick(CONNECTION, state) ?? '';
  const leadership = pick(LEADERSHIP, state) ?? '';
  const kinds = [
    [runs(at, 'connection-1', connection)],
    [gets(at, 'connection-1', pick(['READY', 'LOST'], state) ?? '', { states: [connection] })],
    [gets(at, 'tab-leadership-2', 'GRANTED', { states: [leadership] })],
    [gets(at, 'tab-leadership-2', 'HEARD', { states: [leadership] })],
    [gets(at, 'compose-3', 'OPEN', { states: [pick(['closed', 'open.editing'], state) ?? ''] })],
    [works(at, 'session-4', 'renew')],
    [ends(at, 'session-4/renew'), ends(at, 'session-4', 'unwatched')],
    [runs(at, outbox, 'queued'), works(at, outbox, 'attempt')],
    [gets(at, outbox, 'done attempt', { states: ['done'], sender: `${outbox}/attempt` })],
    [ends(at, `${outbox}/attempt`), ends(at, outbox)],
    [ends(at, 'connection-1', 'stopped'), ends(at, 'tab-leadership-2', 'stopped')],
  ];
  return pick(kinds, what) ?? [];
}

const number = fc.nat({ max: 32 });
const step: fc.Arbitrary<Step> = fc.record({
  ...{ tab: number, what: number, state: number },
  late: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 300 }) }),
});
/** Reports of tabs, after some of which the recording drops its first entries. */
const report = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
  dropped: fc.constantFrom(...Array.from({ length: 11 }, () => 0), 40),
});
const reports = fc.array(report, { minLength: 4, maxLength: 12, size: 'max' });

test('a recording read as it grows has the same lanes as one that is read at once', () => {
  fc.assert(
    fc.property(reports, fc.constantFrom('own', null), (reported, ownTab) => {
      const read = createLaneReader(ownTab);
      let recorded: TraceEntry[] = [];
      let now = 0;
      for (const { steps, dropped } of reported) {
        const added = steps.flatMap((one) => toEntries(one, Math.max(0, (now += 5) - one.late)));
        recorded = [...recorded, ...added].toSorted((one, next) => one.at - next.at).slice(dropped);
        expect(read(recorded)).toEqual(toLanes(recorded, ownTab));
      }
    }),
    // To shrink these recordings would take minutes.
    { numRuns: 12, endOnFailure: true },
  );
});

test('lanes that were read before stay as they were', () => {
  const read = createLaneReader('own');
  const entries = Array.from({ length: 250 }, (_, nth) =>
    toEntries({ tab: nth % 3, what: nth % 11, state: nth % 7, late: 0 }, nth),
  ).flat();
  const before = read(entries.slice(0, 230));
  const copy = structuredClone(before);
  read([...entries.slice(0, 215), ...entries.slice(220)]);
  expect(before).toEqual(copy);
});
