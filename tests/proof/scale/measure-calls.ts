import type pg from 'pg';
import { BUSIEST_AUTHOR } from '../attack/fill-store.ts';
import { loadAccepted } from '../bench/peers/http-load.ts';
import type { HttpRequest } from '../bench/peers/http-request.ts';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import type { BenchGateway } from '../bench/peers/start-bench-gateway.ts';
import { createPost } from '../bench/peers/open-poster.ts';

const CONNECTIONS = 32;
const SECONDS = 6;
const WARM_UP_SECONDS = 2;

/** Reads the processor time of a process so far, in seconds. */
export type Meter = () => number | Promise<number>;

export interface CallLoad<M extends string> {
  gateway: BenchGateway;
  requests: readonly HttpRequest[];
  meters: Record<M, Meter>;
}

export interface CallFigures<M extends string> {
  perSecond: number;
  /** Processor time per call by meter, in microseconds. */
  us: Record<M, number>;
}

export const postsOf = ({ people }: PeerEnvironment): HttpRequest[] =>
  people
    .filter(({ sub }) => sub !== BUSIEST_AUTHOR)
    .slice(0, CONNECTIONS)
    .map((person) => createPost(person));

/** Calls over 32 connections. The load runs for some time before it is counted. */
export async function measureCalls<M extends string>({
  gateway,
  requests,
  meters,
}: CallLoad<M>): Promise<CallFigures<M>> {
  const load = { url: gateway.url, requests, connections: CONNECTIONS, warmUpSeconds: 0 };
  await loadAccepted({ ...load, seconds: WARM_UP_SECONDS });
  const before = await readMeters(meters);
  const { answers, perSecond } = await loadAccepted({ ...load, seconds: SECONDS });
  const us = await readMeters(meters);
  for (const name in us) us[name] = ((us[name] - before[name]) * 1e6) / answers;
  return { perSecond, us };
}

async function readMeters<M extends string>(meters: Record<M, Meter>): Promise<Record<M, number>> {
  const values = {} as Record<M, number>;
  for (const name in meters) values[name] = await meters[name]();
  return values;
}

/** Growth of the database and of its write-ahead log, in bytes. */
export async function readStoreSize(
  pool: pg.Pool,
): Promise<{ database: number; wal: number; cruds: number }> {
  const { rows } = await pool.query<{ database: number; wal: number; cruds: number }>(
    `select pg_database_size(current_database())::float8 as database,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      (select count(*)::float8 from activities) as cruds`,
  );
  if (!rows[0]) throw new Error('the database has no size');
  return rows[0];
}
