import {
  ORIGIN,
  REMOVED_MESSAGE,
  formatCursor,
  isSameCursor,
  type Counts,
  type Cursor,
} from '@cruddur/shared';
import type { Random } from '../random.ts';
import type { StoreDump } from '../checker/records.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { Revocation, RevocationPage, WriteUnit } from '../../../../server/src/domain/ports.ts';
import {
  PUBLIC_STREAM,
  userStream,
  type Envelope,
  type LogEntry,
  type StreamId,
  type StreamPage,
} from '../../../../server/src/domain/streams.ts';
import type {
  CommitResult,
  PlanRequest,
  PlanResult,
  WorkRequest,
} from '../../../../server/src/repositories/commit.ts';
import { cutPage, type View } from '../../../../server/src/domain/paging.ts';
import type { EncodedPage } from '../../../../server/src/domain/activities/ports.ts';
import type { EventWindow } from '../../../../server/src/domain/sync/visitor-events.ts';
import { activityOf, eventOf, isUnexpired, messageOf } from './bodies.ts';
import { carryOutPlans, operationKey } from './carry-out-plans.ts';
import { append, burn, createRows, headOf, listThread, purge, type AppendedRow, type Rows } from './rows.ts';
import { unmodelled } from './unmodelled.ts';

/**
 * The store in memory: what the ports of the server need of it, each call carried out at one moment. Kept equal to PGlite and
 * PostgreSQL by tests/integration/store/store-model.test.ts.
 */
export interface StoreModel {
  rows: Rows;
  commitPlans(requests: readonly PlanRequest[], now: Date): CommitResult[];
  /** @throws Refusal what the work refuses, with nothing written */
  commitWork(request: WorkRequest, now: Date): Promise<PlanResult>;
  readHeads(streams: readonly StreamId[]): Map<StreamId, Cursor>;
  readPage(stream: StreamId, after: Cursor, limit: number, now: Date): StreamPage;
  readHome(view: View): EncodedPage;
  /** The whole public stream. */
  readWindow(now: Date): EventWindow;
  readCounts(uuids: readonly string[]): Counts[];
  findEarlierRef(actor: string, operation: { id: string; fingerprint: string }): string | null;
  addRevocation(revocation: Omit<Revocation, 'id' | 'at'>, at: number): void;
  revocationsAfter(seq: number): RevocationPage;
  countRevocations(): number;
  purge(now: Date): void;
  dump(): StoreDump;
  /** @returns brings this state back, as the restore of a backup does */
  backUp(): () => void;
}

export function createStoreModel(random: Random): StoreModel {
  const rows = createRows(random);
  const revocations: Revocation[] = [];
  let commits = 0;

  function envelopesOf(lines: readonly AppendedRow[], now: Date): Envelope[] {
    return lines.map(({ previous, ...line }) => ({
      stream: line.stream,
      previous,
      event: eventOf(rows, line, now),
    }));
  }

  function readPage(stream: StreamId, after: Cursor, limit: number, now: Date): StreamPage {
    const head = headOf(rows, stream);
    const lines = rows.log.get(stream);
    if (!lines)
      return isSameCursor(after, ORIGIN) ? { events: [], head, more: false } : { reset: true, head };
    const there = after.seq === 0 ? ORIGIN : lines[after.seq - 1];
    if (!there || there.tag !== after.tag) return { reset: true, head };
    const page = lines.slice(after.seq, after.seq + limit);
    const last = page.at(-1)?.seq ?? after.seq;
    return { events: page.map((line) => eventOf(rows, line, now)), head, more: last < head.seq };
  }

  return {
    rows,
    readPage,
    commitPlans(requests, now) {
      commits += 1;
      return carryOutPlans(rows, requests, now).map((outcome): CommitResult => {
        if (outcome.is === 'refused') return { is: 'refused', refusal: new Refusal(outcome.code) };
        if (outcome.is === 'earlier') return { is: 'written', written: { ref: outcome.ref, envelopes: [] } };
        const { ref, facts, lines } = outcome;
        return { is: 'written', written: { ref, facts, envelopes: envelopesOf(lines, now) } };
      });
    },
    async commitWork({ work }, now) {
      const staged: (() => void)[] = [];
      const { ref, entries } = await work(createWriteUnit(rows, staged));
      commits += 1;
      for (const write of staged) write();
      return { ref, envelopes: envelopesOf(append(rows, sortEntries(entries), now), now) };
    },
    readHeads: (streams) => new Map(streams.map((stream) => [stream, headOf(rows, stream)])),
    readHome: (view) => readHome(rows, view),
    readWindow(now) {
      const lines = rows.log.get(PUBLIC_STREAM) ?? [];
      const head = headOf(rows, PUBLIC_STREAM);
      return { from: ORIGIN, events: lines.map((line) => eventOf(rows, line, now)), head };
    },
    readCounts(uuids) {
      const as_of = formatCursor(headOf(rows, PUBLIC_STREAM));
      return uuids.flatMap((uuid) => {
        const row = rows.activities.get(uuid);
        if (!row) return [];
        const { likes_count, reposts_count, replies_count } = activityOf(rows, row, null);
        return { uuid, likes_count, reposts_count, replies_count, version: commits, as_of };
      });
    },
    findEarlierRef(actor, { id, fingerprint }) {
      const earlier = rows.operations.get(operationKey(actor, id));
      if (!earlier) return null;
      if (earlier.fingerprint !== fingerprint) throw new Refusal('operation_id_reused');
      return earlier.ref;
    },
    addRevocation(revocation, at) {
      revocations.push({ ...revocation, id: String(revocations.length + 1), at });
    },
    countRevocations: () => revocations.length,
    revocationsAfter: (seq) => ({
      revocations: revocations.slice(seq),
      cursor: { seq: revocations.length, tag: 'r' },
      more: false,
    }),
    purge: (now) => purge(rows, now),
    dump: () => dumpRows(rows),
    backUp() {
      const { random: _, ...content } = rows;
      const [backup, commitsThen] = [structuredClone(content), commits];
      return () => {
        Object.assign(rows, backup);
        commits = commitsThen;
      };
    },
  };
}

/** The public stream is locked last, so its events are appended last. */
const sortEntries = (entries: readonly LogEntry[]) => [
  ...entries.filter(({ stream }) => stream !== PUBLIC_STREAM),
  ...entries.filter(({ stream }) => stream === PUBLIC_STREAM),
];

/** The writes of one transaction, of which the changes are carried out at its commit. */
function createWriteUnit(rows: Rows, staged: (() => void)[]): WriteUnit {
  const modelled: Partial<WriteUnit> = {
    activities: {
      lockDeletions: () => Promise.resolve(),
      lockTarget: (uuid) => Promise.resolve(rows.activities.get(uuid.toLowerCase()) ?? null),
      wasBurned: (uuid) => Promise.resolve(rows.burned.has(uuid.toLowerCase())),
      burn(uuid) {
        staged.push(() => burn(rows, uuid));
        const burned = new Set(listThread(rows, uuid));
        const lost = [...rows.notifications.values()].filter(({ activity }) => burned.has(activity));
        return Promise.resolve({
          complete: true,
          recounted: [...new Set(lost.map(({ recipient }) => recipient))],
        });
      },
    },
    messages: unmodelled<WriteUnit['messages']>('messages', {
      lockForMember(uuid: string, sub: string) {
        const message = rows.messages.get(uuid);
        const members = rows.groups.get(message?.group ?? '')?.members;
        if (!message || !members?.includes(sub)) return Promise.resolve(null);
        return Promise.resolve({ ...message, readers: members, isRemoved: message.removed_at !== null });
      },
      removeText(uuid: string, now: Date) {
        staged.push(() => {
          const message = rows.messages.get(uuid);
          if (message) Object.assign(message, { message: REMOVED_MESSAGE, removed_at: now });
        });
        return Promise.resolve();
      },
    }),
  };
  return unmodelled<WriteUnit>('unit', modelled);
}

function readHome(rows: Rows, { viewer, now, before, limit }: View): EncodedPage {
  const cruds = [...rows.activities.values()]
    .filter((row) => row.reply_to === null && isUnexpired(row, now))
    .filter(({ pos }) => before === null || pos < before.pos)
    .toSorted((one, other) => other.pos - one.pos)
    .map((row) => ({ pos: row.pos, uuid: row.uuid, row }));
  const page = cutPage(cruds.slice(0, limit + 1), limit);
  return {
    encoded: JSON.stringify(page.rows.map(({ row }) => activityOf(rows, row, viewer))),
    cursors: {
      public: headOf(rows, PUBLIC_STREAM),
      me: viewer === null ? undefined : headOf(rows, userStream(viewer)),
    },
    next: page.next,
  };
}

export function findMessage(rows: Rows, uuid: string, now: Date) {
  const message = rows.messages.get(uuid);
  return message && isUnexpired(message, now) ? messageOf(rows, message) : null;
}

/** The content of the store, in the form that the checker of chaos reads. */
function dumpRows(rows: Rows): StoreDump {
  const cruds = [...rows.activities.values()].toSorted((one, other) => other.pos - one.pos);
  return {
    lines: [...rows.log.values()].flatMap((lines) =>
      lines.map(({ stream, seq, tag, kind, ref }) => ({ stream, seq, tag, kind, ref })),
    ),
    heads: [...rows.heads].map(([stream, head]) => ({ stream, ...head })),
    operations: [...rows.operations.keys()].map((key) => {
      const [sub = '', id = ''] = key.split(' ');
      return { sub, id };
    }),
    cruds: cruds.map(({ uuid }) => uuid),
    likes: cruds.map(({ uuid, likes }) => ({ row: uuid, likes: likes.size })),
    deleted: [...rows.burned],
    messages: [...rows.messages.values()].map((message) => ({
      row: message.uuid,
      group: message.group,
      members: [...(rows.groups.get(message.group)?.members ?? ['', ''])],
      pos: message.pos,
      text: message.message,
      lastsMs: message.expires_at && message.expires_at.getTime() - message.created_at.getTime(),
    })),
    relations: [],
    deadlocks: 0,
  };
}
