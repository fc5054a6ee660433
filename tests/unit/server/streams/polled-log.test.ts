import { ORIGIN } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { userStream } from '../../../../server/src/domain/streams.ts';
import { createStreamReaders } from '../../../../server/src/streams/stream-readers.ts';
import { createReaderParts } from './reader-parts.ts';
import { flushPendingWork } from './silent-logger.ts';

const TABS = 1000;
const OWN = userStream('6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a');

async function openReaders() {
  const parts = createReaderParts();
  const { log } = parts;
  const events = Array.from({ length: 3 }, () => log.appendEvent('public').event);
  const readers = createStreamReaders(parts);
  await readers.refreshHeads();
  await flushPendingWork();
  return { log, readers, events };
}

test('a thousand tabs that poll at the head cost two reads of the heads and no page', async () => {
  const { log, readers, events } = await openReaders();
  const head = events.at(-1) ?? ORIGIN;
  const before = log.countReads();
  log.pauseReads();
  const polls = Array.from({ length: TABS }, () => [
    readers.readLatest('public', head, 500),
    readers.readLatest(OWN, ORIGIN, 500),
  ]).flat();
  log.resumeReads();
  const answers = await Promise.all(polls);
  expect(log.countReads() - before).toBeLessThanOrEqual(2);
  expect(answers[0]).toEqual({ events: [], head: { seq: 3, tag: head.tag }, more: false });
  expect(answers[1]).toEqual({ events: [], head: ORIGIN, more: false });
});

test('what a poll missed comes from memory where that reaches, and never from before its question', async () => {
  const { log, readers } = await openReaders();
  const envelopes = Array.from({ length: 3 }, () => log.appendEvent('public'));
  for (const envelope of envelopes) readers.offerEnvelope(envelope);
  const [first] = envelopes;
  const after = { seq: 3, tag: first?.previous ?? '' };
  const before = log.countReads();
  const page = await readers.readLatest('public', after, 2);
  expect(page).toMatchObject({ events: [{ seq: 4 }, { seq: 5 }], head: { seq: 6 }, more: true });
  expect(log.countReads() - before).toBe(1);

  // Its envelope was lost, so only the log has it.
  const last = envelopes.at(-1)?.event ?? ORIGIN;
  const unheard = log.appendEvent('public').event;
  expect(await readers.readLatest('public', last, 500)).toMatchObject({
    events: [{ seq: unheard.seq }],
    head: { seq: unheard.seq },
    more: false,
  });
});

test('a poll with a cursor of another history is told to start again', async () => {
  const { readers } = await openReaders();
  expect(await readers.readLatest('public', { seq: 2, tag: 'other' }, 500)).toMatchObject({ reset: true });
});
