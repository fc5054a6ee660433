import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';
import { fillBigCrud, type RunSql } from './fill-big-crud.ts';
import { loadFeed, type FeedFigures } from './load-feed.ts';
import { findTableWithText } from './find-text.ts';

export interface BigBurnOptions {
  /** A pool without a statement limit: a million rows are scanned. */
  run: RunSql;
  /** Origins of gateways on one store: the first burns, the last serves the receiving tab. */
  origins: readonly [string, ...string[]];
  author: TestPerson;
  readers: readonly TestPerson[];
  /** Runs the purge at once, where the caller does not wait for the background job. */
  purge?: () => Promise<unknown>;
}

export interface BigBurnSize {
  replies: number;
  likes: number;
  /** How long the feed is read before the burning, for comparison. */
  idleMs: number;
}

export interface BigBurnFigures {
  status: number;
  /** Until the burning was answered. */
  burnMs: number;
  /** Until no row of any table held a text of the crud or its replies. */
  textGoneMs: number;
  /** Until its likes and notifications were deleted too. */
  allGoneMs: number;
  /** In bytes, of all frames that the tab received. */
  largestFrame: number;
  /** The number of events about the burning. */
  events: number;
  idle: FeedFigures;
  meanwhile: FeedFigures;
}

const MARKER = 'zunderkerze';
const TEXT_GONE_MAX_MS = 60_000;
const ALL_GONE_MAX_MS = 300_000;

/** Burns a crud with many replies and likes under load. @returns measurements; the caller judges them */
export async function burnBigCrud(parts: BigBurnOptions, size: BigBurnSize): Promise<BigBurnFigures> {
  const { run, origins, author, readers, purge } = parts;
  const idle = await loadFeed(readers, AbortSignal.timeout(size.idleMs));
  const uuid = await fillBigCrud(run, { ...size, author: author.sub, marker: MARKER });
  using tab = await connectSocket(origins.at(-1) ?? origins[0], { token: author.accessToken });
  let largestFrame = 0;
  tab.rawSocket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string') largestFrame = Math.max(largestFrame, Buffer.byteLength(data));
  });

  using load = startReading(readers);
  const began = performance.now();
  const since = () => performance.now() - began;
  const { status } = await author.call('burnActivity', { params: { activity_uuid: uuid } });
  const burnMs = since();
  const purging = purge?.();
  const isTextGone = async () => (await findTableWithText(run, MARKER)) === null;
  await until(isTextGone, { what: 'no table holds a text of the crud', timeoutMs: TEXT_GONE_MAX_MS });
  const textGoneMs = since();
  await until(() => areMarksGone(run, uuid), { what: 'no mark is left', timeoutMs: ALL_GONE_MAX_MS });
  const allGoneMs = since();
  await tab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
  await purging;
  const meanwhile = await load.end();
  const events = tab.applied.public.filter(({ kind }) => kind === 'activity.deleted').length;
  return { status, burnMs, textGoneMs, allGoneMs, largestFrame, events, idle, meanwhile };
}

/** Aborted at the end of the scope, so that no call outlives a failure. */
function startReading(readers: readonly TestPerson[]): Disposable & { end: () => Promise<FeedFigures> } {
  const over = new AbortController();
  const reading = loadFeed(readers, over.signal);
  reading.catch(() => undefined);
  return {
    end() {
      over.abort();
      return reading;
    },
    [Symbol.dispose]: () => over.abort(),
  };
}

async function areMarksGone(run: RunSql, uuid: string): Promise<boolean> {
  const of = (table: string) => `exists (select from ${table} where activity = '${uuid}')`;
  const [row] = await run(
    `select ${of('likes')} or ${of('notifications')} or ${of('purge_queue')} as left_over`,
  );
  return row?.left_over === false;
}
