import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pairKey } from '../../../../client/devtools/simulation/checker/order.ts';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 3000;
const LIFETIME_MS = 3000;

/**
 * Creates cruds and messages that expire in seconds, directly in the store and by its own append(), until the writing ends: the
 * shortest lifetime a caller can choose is an hour. They have no envelopes, so only the log has them.
 */
export async function createShortLivedTexts(run: RunContext): Promise<void> {
  while (!run.writing.aborted) {
    await createShortLivedCrud(run);
    await createShortLivedMessage(run);
    await pause(EVERY_MS);
  }
}

interface ShortLivedText {
  row: string;
  sub: string;
  /** Inserts the row in a transaction. */
  insert: (client: pg.Client, times: { created: Date; expires: Date }) => Promise<void>;
  entries: { stream: string; kind: string; ref: string }[];
}

/** One crud; the history records whether it was stored. */
export async function createShortLivedCrud(run: RunContext): Promise<void> {
  const row = randomUUID();
  const { sub } = run.random.pick(run.people);
  run.history.record({ type: 'invoked', id: row, kind: 'expiring', sub, row });
  await store(run, {
    row,
    sub,
    async insert(client, { created, expires }) {
      await client.query(
        `insert into activities (uuid, author, message, terms, created_at, expires_at) values ($1, $2, $3, '', $4, $5)`,
        [row, sub, `fleeting ${row}`, created, expires],
      );
    },
    entries: [{ stream: 'public', kind: 'activity.created', ref: row }],
  });
}

/** One message, in a conversation that exists. */
async function createShortLivedMessage(run: RunContext): Promise<void> {
  const row = randomUUID();
  const [one, other] = run.random.shuffle(run.people);
  if (!one || !other) return;
  const group = run.groups.get(pairKey(one.sub, other.sub));
  if (group === undefined) return;
  const { sub } = one;
  run.history.record({ type: 'invoked', id: row, kind: 'expiring-message', sub, row, detail: other.sub });
  await store(run, {
    row,
    sub,
    async insert(client, { created, expires }) {
      // In the order of all writers.
      await client.query('select from people where sub in ($1, $2) order by sub for key share', [
        sub,
        other.sub,
      ]);
      await client.query('select from message_groups where uuid = $1 for no key update', [group]);
      await client.query(
        `insert into messages (uuid, message_group, author, message, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [row, group, sub, `fleeting ${row}`, created, expires],
      );
    },
    entries: [sub, other.sub].map((member) => ({
      stream: `user:${member}`,
      kind: 'message.created',
      ref: row,
    })),
  });
}

async function store({ topology, history }: RunContext, text: ShortLivedText): Promise<void> {
  const client = new pg.Client({ connectionString: topology.postgres.url });
  // A fault may cut its connection too.
  client.on('error', () => undefined);
  const status = await insertText(client, text).then(
    (when) => {
      history.record({ type: 'expires', row: text.row, when });
      return 200;
    },
    () => 0,
  );
  history.record({ type: 'answered', id: text.row, status });
  await client.end().catch(() => undefined);
}

async function insertText(client: pg.Client, { insert, entries }: ShortLivedText): Promise<number> {
  const created = new Date();
  const expires = new Date(created.getTime() + LIFETIME_MS);
  await client.connect();
  await client.query('begin');
  await insert(client, { created, expires });
  await client.query('select from append($1::jsonb, $2)', [JSON.stringify(entries), created]);
  await client.query('commit');
  return expires.getTime();
}
