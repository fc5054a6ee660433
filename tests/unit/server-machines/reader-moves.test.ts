import { SYNC_MAX } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createStreamReader, type StreamReader } from '../../../server/src/realtime/stream-reader.ts';
import { createFakeLog, type FakeLog } from '../realtime/fake-log.ts';
import { createHandTimers, type HandTimers } from '../realtime/hand-timers.ts';
import { quiet, settled } from '../realtime/quiet.ts';
import { movesMade, movesOf } from './moves.ts';
import { strictTallies } from './strict-tallies.ts';

interface Surroundings {
  log: FakeLog;
  timers: HandTimers;
  reader: StreamReader;
}

/** A life of one reader, as far as it goes, and all that it makes the tally count. */
interface Life {
  moves: string[];
  live: (around: Surroundings) => Promise<void>;
}

const level = ['open.starting: look', 'open.reading: caught_up'];
const fallBehind = ['open.level: look', 'open.reading: failed'];

async function loseTheLog({ log, reader }: Surroundings) {
  await reader.catchUp();
  log.break(true);
  await expect(reader.catchUp()).rejects.toThrow();
  log.break(false);
}

const lives: Life[] = [
  { moves: level, live: ({ reader }) => reader.catchUp() },
  {
    moves: ['open: closed', ...level],
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
      reader.offer(log.append('public'));
      timers.pass(20);
      await settled();
    },
  },
  {
    moves: [...level, 'open.level: followed'],
    async live({ log, reader }) {
      await reader.catchUp();
      reader.offer(log.append('public'));
    },
  },
  {
    moves: [
      ...level,
      ...['open.level: ahead', 'open.holding: ahead', 'open.holding: followed', 'open.holding: filled'],
    ],
    async live({ log, reader }) {
      await reader.catchUp();
      const [first, second, third] = [log.append('public'), log.append('public'), log.append('public')];
      for (const envelope of [second, third, first]) reader.offer(envelope);
    },
  },
  {
    moves: [...level, 'open.level: look', 'open.reading: more'],
    async live({ log, reader }) {
      await reader.catchUp();
      for (let count = 0; count <= SYNC_MAX; count += 1) log.append('public');
      await reader.catchUp();
    },
  },
  {
    moves: [...level, 'open.level: look', 'open.reading: followed'],
    async live({ log, reader }) {
      await reader.catchUp();
      const reading = reader.catchUp();
      reader.offer(log.append('public'));
      await reading;
    },
  },
  {
    // What the answer did not have yet is still ahead after it.
    moves: [...level, 'open.level: look', 'open.reading: ahead', 'open.level: ahead'],
    async live({ log, reader }) {
      await reader.catchUp();
      const reading = reader.catchUp();
      log.append('public');
      reader.offer(log.append('public'));
      await reading;
    },
  },
  {
    moves: [...level, 'open.level: look', 'open.reading: reset'],
    async live({ log, reader }) {
      log.append('public');
      log.append('public');
      await reader.catchUp();
      log.restore('public', 1);
      await reader.catchUp();
    },
  },
  {
    moves: [...level, ...fallBehind, 'open.behind: look'],
    async live(around) {
      await loseTheLog(around);
      await around.reader.catchUp();
    },
  },
  {
    moves: [...level, ...fallBehind, 'open.behind: followed'],
    async live(around) {
      await loseTheLog(around);
      around.reader.offer(around.log.append('public'));
    },
  },
  {
    moves: [...level, ...fallBehind, 'open.behind: ahead'],
    async live(around) {
      await loseTheLog(around);
      around.log.append('public');
      around.reader.offer(around.log.append('public'));
    },
  },
];

test.each(lives)('[MACHINES-21] a reader makes the moves $moves', async ({ moves, live }) => {
  const [log, timers, machines] = [createFakeLog(), createHandTimers(), strictTallies()];
  const parts = { log, timers, machines, clock: systemClock, logger: quiet };
  await live({ log, timers, reader: createStreamReader('public', parts) });
  expect(machines.unknownMoves).toEqual([]);
  expect(movesMade(machines, 'streamReader').sort()).toEqual([...moves].sort());
});

test('[MACHINES-21] some reader makes each move of the table', () => {
  const made = new Set(lives.flatMap(({ moves }) => moves));
  expect([...made].sort()).toEqual(movesOf(strictTallies(), 'streamReader').sort());
});
