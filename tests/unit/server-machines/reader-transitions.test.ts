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
  /** Writes events; their envelopes are not delivered. */
  write: (count?: number) => void;
  /** Writes an event and delivers its envelope. */
  deliver: () => void;
}

/** What happens to one reader, and the transitions that it makes. */
type Life = [moves: string[], live: (fixture: ReaderFixture) => Promise<void> | void];

const level = ['open.starting: look', 'open.reading: caught_up'];
const looking = [...level, 'open.level: look'];
const behind = [...looking, 'open.reading: failed'];

/** The life of a reader that has read the whole log. */
const fromLevel = (moves: string[], live: Life[1]): Life => [
  moves,
  async (fixture) => {
    await fixture.reader.catchUp();
    await live(fixture);
  },
];
/** The life of a reader whose read has failed. */
const fromBehind = (move: string, live: Life[1]): Life =>
  fromLevel([...behind, move], async (fixture) => {
    fixture.log.setBroken(true);
    await expect(fixture.reader.catchUp()).rejects.toThrow();
    fixture.log.setBroken(false);
    await live(fixture);
  });
/** The life of a reader to which something happens while it reads. */
const whileReading = (moves: string[], live: Life[1]): Life =>
  fromLevel([...looking, ...moves], async (fixture) => {
    const reading = fixture.reader.catchUp();
    await live(fixture);
    await reading;
  });

const lives: Life[] = [
  fromLevel(level, () => undefined),
  fromLevel(['open: closed', ...level], ({ reader }) => {
    reader.close();
    reader.close();
  }),
  [
    ['open: closed', 'open.starting: look'],
    async ({ reader }) => {
      const reading = reader.catchUp();
      reader.close();
      await reading;
    },
  ],
  [
    ['open.starting: ahead', 'open.holding: look', 'open.reading: caught_up'],
    async ({ timers, deliver }) => {
      deliver();
      timers.advance(20);
      await flushPendingWork();
    },
  ],
  fromLevel([...level, 'open.level: followed'], ({ deliver }) => deliver()),
  fromLevel(
    [...level, 'open.level: ahead', 'open.holding: ahead', 'open.holding: followed', 'open.holding: filled'],
    ({ log, reader }) => {
      const [first, ...later] = [1, 2, 3].map(() => log.appendEvent('public'));
      for (const envelope of [...later, first]) if (envelope) reader.offerEnvelope(envelope);
    },
  ),
  fromLevel([...looking, 'open.reading: more'], async ({ reader, write }) => {
    write(SYNC_EVENTS_MAX + 1);
    await reader.catchUp();
  }),
  whileReading(['open.reading: followed'], ({ deliver }) => deliver()),
  // An event that the answer did not include is still missing after it.
  whileReading(['open.reading: ahead', 'open.level: ahead'], ({ write, deliver }) => {
    write();
    deliver();
  }),
  [
    [...looking, 'open.reading: reset'],
    async ({ log, reader, write }) => {
      write(2);
      await reader.catchUp();
      log.restore('public', 1);
      await reader.catchUp();
    },
  ],
  fromBehind('open.behind: look', ({ reader }) => reader.catchUp()),
  fromBehind('open.behind: followed', ({ deliver }) => deliver()),
  fromBehind('open.behind: ahead', ({ write, deliver }) => {
    write();
    deliver();
  }),
];

test.each(lives)('[MACHINES-21] a reader makes the transitions %j', async (moves, live) => {
  const [log, timers, machines] = [createFakeLog(), createManualTimers(), createStrictTallies()];
  const reader = new StreamReader('public', {
    log,
    timers,
    machines,
    clock: systemClock,
    logger: silentLogger,
  });
  const write = (count = 1) => {
    for (let written = 0; written < count; written += 1) log.appendEvent('public');
  };
  await live({ log, timers, reader, write, deliver: () => reader.offerEnvelope(log.appendEvent('public')) });
  expect(machines.unknownMoves).toEqual([]);
  expect(new Set(listTakenTransitions(machines, 'streamReader'))).toEqual(new Set(moves));
});

test('[MACHINES-21] the readers make every transition of the table', () => {
  const made = new Set(lives.flatMap(([moves]) => moves));
  expect(made).toEqual(new Set(listTransitions(createStrictTallies(), 'streamReader')));
});
