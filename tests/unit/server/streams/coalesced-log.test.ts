import { ORIGIN } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { userStream, type StreamId } from '../../../../server/src/domain/streams.ts';
import { coalesceReads } from '../../../../server/src/streams/coalesced-log.ts';
import { createReaderParts } from './reader-parts.ts';

function openLog() {
  const { log, ...parts } = createReaderParts();
  return { log, shared: coalesceReads(log, parts), timers: parts.timers };
}

test('two thousand returning sockets read the store four times, for 500 each, not two thousand times', async () => {
  const { log, ...parts } = createReaderParts();
  const sizes: number[] = [];
  const readHeads = (streams: readonly StreamId[]) => {
    sizes.push(streams.length);
    return log.readHeads(streams);
  };
  const shared = coalesceReads({ ...log, readHeads }, parts);
  const people = Array.from({ length: 2000 }, (_, index) => userStream(`${index}`));
  for (const person of people) log.appendEvent(person);
  const heads = await Promise.all(people.map((person) => shared.readHeads([person])));
  expect(heads.every((found, index) => found.get(people[index] ?? 'public')?.seq === 1)).toBe(true);
  expect(sizes).toEqual([500, 500, 500, 500]);
  const before = log.countReads();
  await Promise.all(people.map(() => shared.readPage('public', ORIGIN, 500)));
  expect(log.countReads()).toBe(before + 1);
});

test('a shared read that fails does not affect the next one', async () => {
  const { log, shared } = openLog();
  log.setBroken(true);
  await expect(Promise.all([shared.readHeads(['public']), shared.readHeads(['public'])])).rejects.toThrow(
    'away',
  );
  log.setBroken(false);
  expect((await shared.readHeads(['public'])).get('public')).toEqual(ORIGIN);
});

test('a page with events is cached for a quarter of a second, and an empty page is not', async () => {
  const { log, shared, timers } = openLog();
  const readPage = () => shared.readPage('public', ORIGIN, 500);
  expect(await readPage()).toMatchObject({ events: [] });
  log.appendEvent('public');
  const answer = await readPage();
  log.appendEvent('public');
  expect(answer).toMatchObject({ events: [{ seq: 1 }] });
  expect(await readPage()).toBe(answer);
  timers.advance(250);
  expect(await readPage()).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }] });
});

test('a page of a user’s own stream is read each time', async () => {
  const { log, shared } = openLog();
  const stream = userStream('1');
  log.appendEvent(stream);
  expect(await shared.readPage(stream, ORIGIN, 500)).toMatchObject({ events: [{ seq: 1 }] });
  log.appendEvent(stream);
  expect(await shared.readPage(stream, ORIGIN, 500)).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }] });
});
