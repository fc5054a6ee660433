import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCleanup } from '../../../support/cleanup.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { startSilentNameServer } from '../../../support/name-server.ts';
import { signUp, type TestPerson } from '../../../support/people.ts';
import type { RunningProgram } from '../../../support/program.ts';
import { startPushService, type PushService } from '../../../support/push-service.ts';
import { createMigratedDatabase } from '../../../support/services/migrated-database.ts';
import type { TestDatabase } from '../../../support/services/postgres.ts';
import { until } from '../../../support/until.ts';
import { fillDatabase } from '../fill-database.ts';
import type { StoreSize } from '../fill-store.ts';
import type { AbuseNetwork } from './network.ts';
import { startGateway } from './start-gateway.ts';

export interface Most {
  /** How long its process was held, in milliseconds. */
  holdMs: number;
  /** The values in one list of a statement. */
  listed: number;
}

/** A gateway on a filled store, with a push service and a name server that does not answer. */
export interface AbuseWorld extends AsyncDisposable {
  /** The gateway's origin. */
  url: string;
  /** What the gateway did at most since the last call. */
  readMost(): Promise<Most>;
  /** Another, empty one beside the gateway's; null with the embedded store. */
  createDatabase: (() => Promise<TestDatabase>) | null;
  push: PushService;
  /** How gateways find it, for ABUSE_NETWORK. */
  network: string;
  /** The access tokens of the size's viewers. */
  listViewers: () => Promise<string[]>;
  /** What a number of the attacks is at this size, at least 1. */
  scaled: (number: number) => number;
  signUp: () => Promise<TestPerson>;
  /** Runs a command of operators. */
  operate(...words: string[]): Promise<void>;
}

export interface AbuseSize extends StoreSize {
  /** People who are signed in from the start. */
  viewers: number;
  /** Of the numbers of the attacks. */
  share: number;
}

const FILLED_WITHIN_MS = 300_000;

/** @param services PostgreSQL's superuser and Redis; null for the embedded store */
export async function startWorld(
  services: { adminUrl: string; redisUrl: string } | null,
  { viewers, share, ...size }: AbuseSize,
): Promise<AbuseWorld> {
  const cleanup = createCleanup();
  try {
    const folder = await createTempFolder();
    cleanup.defer(() => folder[Symbol.asyncDispose]());
    const push = await startPushService();
    cleanup.defer(() => push[Symbol.asyncDispose]());
    const silent = await startSilentNameServer();
    cleanup.defer(() => silent[Symbol.asyncDispose]());
    const database = services && (await createMigratedDatabase(services.adminUrl));
    if (database) {
      cleanup.defer(() => database[Symbol.asyncDispose]());
      await fillDatabase(database.url, size);
    }
    const network = JSON.stringify({
      ca: push.network.ca ?? '',
      nameServer: silent.address,
    } satisfies AbuseNetwork);
    const file = join(folder.path, 'viewers.json');
    const storeEnv: Record<string, string> = database
      ? { DATABASE_URL: database.url, REDIS_URL: services.redisUrl }
      : { ABUSE_FILL: JSON.stringify(size) };
    const env = {
      ...{ DATA_DIR: folder.path, RATE_LIMITS: 'off', LOG_LEVEL: 'none' },
      ...{ PUSH_SERVICES: push.hosts, ABUSE_NETWORK: network, NODE_OPTIONS: '--import tsx' },
      ABUSE_VIEWERS: JSON.stringify({ count: viewers, file }),
      ...storeEnv,
    };
    const gateway = startGateway(env);
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const url = await gateway.waitUntilReady(FILLED_WITHIN_MS);
    return {
      ...{ url, push, network },
      createDatabase: services && (() => createMigratedDatabase(services.adminUrl)),
      listViewers: async () => JSON.parse(await readFile(file, 'utf8')) as string[],
      scaled: (number) => Math.max(1, Math.round(number * share)),
      async readMost() {
        const count = heldLines(gateway).length;
        gateway.sendSignal('SIGUSR2');
        await until(() => heldLines(gateway).length > count, {
          what: 'the gateway says what it did at most',
        });
        const [, holdMs, , listed] = (heldLines(gateway).at(-1) ?? '').split(' ').map(Number);
        return { holdMs: holdMs ?? NaN, listed: listed ?? NaN };
      },
      signUp: () => signUp(url),
      async operate(...words) {
        await promisify(execFile)(process.execPath, ['server/src/cli/operate.ts', ...words], {
          env: { PATH: process.env.PATH, ...env },
        });
      },
      [Symbol.asyncDispose]: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

const heldLines = (gateway: RunningProgram) =>
  gateway.stdoutLines().filter((line) => line.startsWith('held '));
