import { SYNC_EVENTS_MAX } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { StreamReader } from '../../../server/src/streams/stream-reader.ts';
import { createFakeLog, type FakeLog } from '../streams/fake-log.ts';
import { createManualTimers, type ManualTimers } from '../streams/manual-timers.ts';
import { silentLogger, flushPendingWork } from '../streams/silent-logger.ts';
import { listTakenTransitions, listTransitions } from './transitions.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

interface ReaderFixture {
  log: FakeLog;
  timers: ManualTimers;
  reader: StreamReader;
}

/** One reader, as far as it goes, and the transitions that it counts. */
interface TransitionCase {
  moves: string[];
  live: (around: ReaderFixture) => Promise<void>;
}

const catchUp = ['open.starting: look', 'open.reading: caught_up'];
const missEvents = ['open.level: look', 'open.reading: failed'];

async function breakLog({ log, reader }: ReaderFixture) {
  await reader.catchUp();
  log.setBroken(true);
  await expect(reader.catchUp()).rejects.toThrow();
  log.setBroken(false);
}

const transitionCases: TransitionCase[] = [
  { moves: catchUp, live: ({ reader }) => reader.catchUp() },
  {
    moves: ['open: closed', ...catchUp],
    async live({ reader }) {
      await reader.catchUp();
      reader.close();
      reader.close();
    },
  },
  {
    moves: ['open: closed', 'open.starting: look'],
    async live({ reader }) {
      const reading = reader.catchUp();
      reader.close();
      await reading;
    },
  },
  {
    moves: ['open.starting: ahead', 'open.holding: look', 'open.reading: caught_up'],
    async live({ log, timers, reader }) {
      reader.offerEnvelope(log.appendEvent('public'));
      timers.advance(20);
      await flushPendingWork();
    },
  },
  {
    moves: [...catchUp, 'open.level: followed'],
    async live({ log, reader }) {
      await reader.catchUp();
      reader.offerEnvelope(log.appendEvent('public'));
    },
  },
  {
    moves: [
      ...catchUp,
      ...['open.level: ahead', 'open.holding: ahead', 'open.holding: followed', 'open.holding: filled'],
    ],
    async live({ log, reader }) {
      await reader.catchUp();
      const [first, second, third] = [
        log.appendEvent('public'),
        log.appendEvent('public'),
        log.appendEvent('public'),
      ];
      for (const envelope of [second, third, first]) reader.offerEnvelope(envelope);
    },
  },
  {
    moves: [...catchUp, 'open.level: look', 'open.reading: more'],
    async live({ log, reader }) {
      await reader.catchUp();
      for (let count = 0; count <= SYNC_EVENTS_MAX; count += 1) log.appendEvent('public');
      await reader.catchUp();
    },
  },
  {
    moves: [...catchUp, 'open.level: look', 'open.reading: followed'],
    async live({ log, reader }) {
      await reader.catchUp();
      const reading = reader.catchUp();
      reader.offerEnvelope(log.appendEvent('public'));
      await reading;
    },
  },
  {
    // An event that the answer did not include is still missing after it.
    moves: [...catchUp, 'open.level: look', 'open.reading: ahead', 'open.level: ahead'],
    async live({ log, reader }) {
      await reader.catchUp();
      const reading = reader.catchUp();
      log.appendEvent('public');
      reader.offerEnvelope(log.appendEvent('public'));
      await reading;
    },
  },
  {
    moves: [...catchUp, 'open.level: look', 'open.reading: reset'],
    async live({ log, reader }) {
      log.appendEvent('public');
      log.appendEvent('public');
      await reader.catchUp();
      log.restore('public', 1);
      await reader.catchUp();
    },
  },
  {
    moves: [...catchUp, ...missEvents, 'open.behind: look'],
    async live(around) {
      await breakLog(around);
      await around.reader.catchUp();
    },
  },
  {
    moves: [...catchUp, ...missEvents, 'open.behind: followed'],
    async live(around) {
      await breakLog(around);
      around.reader.offerEnvelope(around.log.appendEvent('public'));
    },
  },
  {
    moves: [...catchUp, ...missEvents, 'open.behind: ahead'],
    async live(around) {
      await breakLog(around);
      around.log.appendEvent('public');
      around.reader.offerEnvelope(around.log.appendEvent('public'));
    },
  },
];

test.each(transitionCases)('[MACHINES-21] a reader makes the transitions $moves', async ({ moves, live }) => {
  const [log, timers, machines] = [createFakeLog(), createManualTimers(), createStrictTallies()];
  const parts = { log, timers, machines, clock: systemClock, logger: silentLogger };
  await live({ log, timers, reader: new StreamReader('public', parts) });
  expect(machines.unknownMoves).toEqual([]);
  expect(listTakenTransitions(machines, 'streamReader').sort()).toEqual([...moves].sort());
});

test('[MACHINES-21] the readers make every transition of the table', () => {
  const made = new Set(transitionCases.flatMap(({ moves }) => moves));
  expect([...made].sort()).toEqual(listTransitions(createStrictTallies(), 'streamReader').sort());
});
