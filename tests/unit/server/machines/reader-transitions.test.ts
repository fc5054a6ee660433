import { SYNC_EVENTS_MAX } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { StreamReader } from '../../../../server/src/streams/stream-reader.ts';
import { createFakeLog } from '../streams/fake-log.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { silentLogger, flushPendingWork } from '../streams/silent-logger.ts';
import { listTakenTransitions, listTransitions } from './transitions.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

/** A reader, and the steps of its life. */
function openReader() {
  const [log, timers, machines] = [createFakeLog(), createManualTimers(), createStrictTallies()];
  const reader = new StreamReader('public', {
    log,
    timers,
    machines,
    clock: systemClock,
    logger: silentLogger,
  });
  let reading: Promise<void> = Promise.resolve();
  const steps = {
    reads: () => reader.catchUp(),
    'begins to read': () => void (reading = reader.catchUp()),
    'has read': () => reading,
    async 'fails to read'() {
      log.setBroken(true);
      await expect(reader.catchUp()).rejects.toThrow();
      log.setBroken(false);
    },
    'misses an event': () => void log.appendEvent('public'),
    'misses a page of events'() {
      for (let count = 0; count <= SYNC_EVENTS_MAX; count += 1) log.appendEvent('public');
    },
    receives: () => reader.offerEnvelope(log.appendEvent('public')),
    'receives the second and third of three, then the first'() {
      const [first, ...later] = [1, 2, 3].map(() => log.appendEvent('public'));
      for (const envelope of [...later, first]) if (envelope) reader.offerEnvelope(envelope);
    },
    async waits() {
      timers.advance(20);
      await flushPendingWork();
    },
    'loses its history': () => log.restore('public', 1),
    closes: () => reader.close(),
  };
  return { machines, steps };
}

type Step = keyof ReturnType<typeof openReader>['steps'];

const level = ['open.starting: look', 'open.reading: caught_up'];
const looking = [...level, 'open.level: look'];
const behind = [...looking, 'open.reading: failed'];

/** The transitions that a reader makes, and its life. */
const lives: { moves: string[]; life: Step[] }[] = [
  { moves: level, life: ['reads'] },
  { moves: ['open: closed', ...level], life: ['reads', 'closes', 'closes'] },
  { moves: ['open: closed', 'open.starting: look'], life: ['begins to read', 'closes', 'has read'] },
  {
    moves: ['open.starting: ahead', 'open.holding: look', 'open.reading: caught_up'],
    life: ['receives', 'waits'],
  },
  { moves: [...level, 'open.level: followed'], life: ['reads', 'receives'] },
  {
    moves: [
      ...level,
      'open.level: ahead',
      'open.holding: ahead',
      'open.holding: followed',
      'open.holding: filled',
    ],
    life: ['reads', 'receives the second and third of three, then the first'],
  },
  { moves: [...looking, 'open.reading: more'], life: ['reads', 'misses a page of events', 'reads'] },
  {
    moves: [...looking, 'open.reading: followed'],
    life: ['reads', 'begins to read', 'receives', 'has read'],
  },
  // An event that the answer did not include is still missing after it.
  {
    moves: [...looking, 'open.reading: ahead', 'open.level: ahead'],
    life: ['reads', 'begins to read', 'misses an event', 'receives', 'has read'],
  },
  {
    moves: [...looking, 'open.reading: reset'],
    life: ['misses an event', 'misses an event', 'reads', 'loses its history', 'reads'],
  },
  { moves: [...behind, 'open.behind: look'], life: ['reads', 'fails to read', 'reads'] },
  { moves: [...behind, 'open.behind: followed'], life: ['reads', 'fails to read', 'receives'] },
  {
    moves: [...behind, 'open.behind: ahead'],
    life: ['reads', 'fails to read', 'misses an event', 'receives'],
  },
];

test.each(lives)('a reader makes the transitions $moves when it $life', async ({ moves, life }) => {
  const { machines, steps } = openReader();
  for (const step of life) await steps[step]();
  expect(machines.unknownMoves).toEqual([]);
  expect(new Set(listTakenTransitions(machines, 'streamReader'))).toEqual(new Set(moves));
});

test('the readers make every transition of the table', () => {
  const made = new Set(lives.flatMap(({ moves }) => moves));
  expect(made).toEqual(new Set(listTransitions(createStrictTallies(), 'streamReader')));
});
