import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TraceEntry } from '../../../client/src/devtools/inspect/trace.ts';
import { createLaneReader, toLanes } from '../../../client/src/devtools/machines/recorded/to-lanes.ts';
import { traceTab } from './trace-tab.ts';

const TABS = ['own', 'other', 'third'].map(traceTab);
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
  const own = pick(TABS, tab);
  if (!own) return [];
  const outbox = `outbox-${5 + (state % 3)}`;
  const connection = pick(CONNECTION, state) ?? '';
  const leadership = pick(LEADERSHIP, state) ?? '';
  const kinds = [
    [own.runs(at, 'connection-1', connection)],
    [own.gets(at, 'connection-1', pick(['READY', 'LOST'], state) ?? '', { states: [connection] })],
    [own.gets(at, 'tab-leadership-2', 'GRANTED', { states: [leadership] })],
    [own.gets(at, 'tab-leadership-2', 'HEARD', { states: [leadership] })],
    [own.gets(at, 'compose-3', 'OPEN', { states: [pick(['closed', 'open.editing'], state) ?? ''] })],
    [own.works(at, 'session-4', 'renew')],
    [own.ends(at, 'session-4/renew'), own.ends(at, 'session-4', 'unwatched')],
    [own.runs(at, outbox, 'queued'), own.works(at, outbox, 'attempt')],
    [own.gets(at, outbox, 'done attempt', { states: ['done'], sender: `${outbox}/attempt` })],
    [own.ends(at, `${outbox}/attempt`), own.ends(at, outbox)],
    [own.ends(at, 'connection-1', 'stopped'), own.ends(at, 'tab-leadership-2', 'stopped')],
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

test('[MACHINES-67] a recording read as it grows has the same lanes as one that is read at once', () => {
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
    { numRuns: 30, endOnFailure: true },
  );
});

test('[MACHINES-67] lanes that were read before stay as they were', () => {
  const read = createLaneReader('own');
  const entries = Array.from({ length: 250 }, (_, nth) =>
    toEntries({ tab: nth % 3, what: nth % 11, state: nth % 7, late: 0 }, nth),
  ).flat();
  const before = read(entries.slice(0, 230));
  const copy = structuredClone(before);
  read([...entries.slice(0, 215), ...entries.slice(220)]);
  expect(before).toEqual(copy);
});

test('[MACHINES-67] a remote that a recording names late has its lane from the start', () => {
  const read = createLaneReader('own');
  const [compose, connection, renewal] = [4, 1, 5].map((what, nth) =>
    toEntries({ tab: 0, what, state: 0, late: 0 }, nth * 10),
  );
  const recorded = [...(compose ?? [])];
  expect(read(recorded).history.lanes).not.toContain('server');
  recorded.push(...(connection ?? []), ...(renewal ?? []));
  const lanes = read([...recorded]);
  expect(lanes.history.states.get('user pool')?.[0]).toMatchObject({ at: 0, text: 'no requests' });
  expect(lanes).toEqual(toLanes(recorded, 'own'));
});
