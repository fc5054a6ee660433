import { createCleanup } from '../support/cleanup.ts';
import { createMigratedDatabase } from '../support/services/migrated-database.ts';
import { openTestPool } from '../support/services/test-pool.ts';
import type { RunSql } from './big-burn/fill-big-crud.ts';
import { startAttackedGateway, type AttackedGateway } from './attacked-gateway.ts';

/** The settings and services of a run. */
export interface AttackEnvironmentOptions {
  /** Opens a PostgreSQL cluster as its superuser. */
  adminUrl: string;
  redisUrl: string;
  seed: number;
  /** Factor for the times and sizes of the issue. */
  scale: number;
}

/** Two gateways on a store of their own. */
export interface GatewayPair {
  gateways: readonly [AttackedGateway, AttackedGateway];
  /** Without a time limit. */
  run: RunSql;
  databaseUrl: string;
}

/** The site of one case. Disposing it stops everything that it started. */
export interface AttackEnvironment extends AsyncDisposable, AttackEnvironmentOptions {
  /** A share of this number, at least one. */
  scaled(whole: number): number;
  /** An empty database and gateways on it. Rate limits are off by default. */
  startGateways(env?: Record<string, string>): Promise<GatewayPair>;
  /** A database without gateways. */
  createStore(): Promise<{ databaseUrl: string; run: RunSql }>;
  /** The complaints of the gateways of all sites, stopped ones included. */
  faults(): string[];
}

export function createAttackEnvironment(parts: AttackEnvironmentOptions): AttackEnvironment {
  const cleanup = createCleanup();
  const started: AttackedGateway[] = [];

  const createStore: AttackEnvironment['createStore'] = async () => {
    const database = await createMigratedDatabase(parts.adminUrl);
    cleanup.defer(() => database[Symbol.asyncDispose]());
    const opened = openTestPool({ connectionString: database.url, max: 2 });
    cleanup.defer(() => opened[Symbol.asyncDispose]());
    const run: RunSql = async (statement) =>
      (await opened.pool.query<Record<string, unknown>>(statement)).rows;
    return { databaseUrl: database.url, run };
  };

  const start = async (env: Record<string, string>) => {
    const gateway = await startAttackedGateway(env);
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    started.push(gateway);
    return gateway;
  };

  return {
    ...parts,
    createStore,
    scaled: (whole) => Math.max(1, Math.round(whole * parts.scale)),
    async startGateways(env = {}) {
      const { databaseUrl, run } = await createStore();
      const shared = { DATABASE_URL: databaseUrl, REDIS_URL: parts.redisUrl, RATE_LIMITS: 'off', ...env };
      const gateways = await Promise.all([start(shared), start(shared)]);
      return { gateways, run, databaseUrl };
    },
    faults: () => started.flatMap((gateway) => gateway.faults()),
    [Symbol.asyncDispose]: cleanup.run,
  };
}
