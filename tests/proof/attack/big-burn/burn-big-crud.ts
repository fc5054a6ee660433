import type { TestPerson } from '../../../support/people.ts';
import { connectSocket } from '../../../support/sockets.ts';
import { until } from '../../../support/until.ts';
import { fillBigCrud, type RunSql } from './fill-big-crud.ts';
import { findTableWithText } from './find-text.ts';

export interface BigBurnOptions {
  run: RunSql;
  /** The gateway's origin. */
  url: string;
  author: TestPerson;
  /** Read the home feed and post meanwhile. */
  readers: readonly TestPerson[];
  purge: () => Promise<unknown>;
}

export interface BigBurnFigures {
  status: number;
  /** In bytes, of all frames that the author's tab received. */
  largestFrame: number;
  /** The number of events about the burning. */
  events: number;
  /** Calls of the readers that were not answered 200. */
  failed: number;
}

const MARKER = 'zunderkerze';
const TEXT_GONE_MAX_MS = 60_000;
const ALL_GONE_MAX_MS = 300_000;

/** Burns a crud with many replies and likes under load, until nothing of it is stored. */
export async function burnBigCrud(
  { run, url, author, readers, purge }: BigBurnOptions,
  size: { replies: number; likes: number },
): Promise<BigBurnFigures> {
  const uuid = await fillBigCrud(run, { ...size, author: author.sub, marker: MARKER });
  using tab = await connectSocket(url, { token: author.accessToken });
  let largestFrame = 0;
  tab.rawSocket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string') largestFrame = Math.max(largestFrame, Buffer.byteLength(data));
  });

  using load = startReading(readers);
  const { status } = await author.call('burnActivity', { params: { activity_uuid: uuid } });
  const purging = purge();
  const isTextGone = async () => (await findTableWithText(run, MARKER)) === null;
  await until(isTextGone, { what: 'no table holds a text of the crud', timeoutMs: TEXT_GONE_MAX_MS });
  await until(() => areMarksGone(run, uuid), { what: 'no mark is left', timeoutMs: ALL_GONE_MAX_MS });
  await tab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
  await purging;
  const failed = await load.end();
  const events = tab.applied.public.filter(({ kind }) => kind === 'activity.deleted').length;
  return { status, largestFrame, events, failed };
}

/** Sequential calls by each reader. Aborted at the end of the scope, so that no call outlives a failure. */
function startReading(readers: readonly TestPerson[]): Disposable & { end: () => Promise<number> } {
  const over = new AbortController();
  let failed = 0;
  const read = async (reader: TestPerson) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const { status } =
        turn % 5 === 4
          ? await reader.call('createActivity', { body: { message: `meanwhile ${turn}` } })
          : await reader.call('homeFeed');
      if (status !== 200) failed += 1;
    }
  };
  const reading = Promise.all(readers.map(read));
  reading.catch(() => undefined);
  return {
    async end() {
      over.abort();
      await reading;
      return failed;
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
