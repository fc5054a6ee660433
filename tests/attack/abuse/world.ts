import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createCleanup } from '../../support/cleanup.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startSilentNameServer } from '../../support/name-server.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { startPushService, type PushService } from '../../support/push-service.ts';
import { createMigratedDatabase } from '../../support/services/migrated-database.ts';
import { until } from '../../support/until.ts';
import { fillDatabase } from '../fill-database.ts';
import type { AbuseNetwork } from './network.ts';

/** A gateway on a filled store, with a push service and a name server that does not answer. */
export interface AbuseWorld extends AsyncDisposable {
  /** The gateway's origin. */
  url: string;
  /** How long the gateway's process was held at most since the last call, in milliseconds. */
  readHoldMs(): Promise<number>;
  /** Null with the embedded store. */
  databaseUrl: string | null;
  push: PushService;
  signUp: () => Promise<TestPerson>;
  /** Runs a command of operators. */
  operate(...words: string[]): Promise<void>;
}

const SIZE = { people: 500, cruds: 20_000 };
const ENTRY = 'tests/attack/abuse/gateway-entry.ts';
const FILLED_WITHIN_MS = 300_000;

/** @param services PostgreSQL's superuser and Redis; null for the embedded store */
export async function startWorld(
  services: { adminUrl: string; redisUrl: string } | null,
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
      await fillDatabase(database.url, SIZE);
    }
    const network: AbuseNetwork = { ca: push.network.ca ?? '', nameServer: silent.address };
    const storeEnv: Record<string, string> = database
      ? { DATABASE_URL: database.url, REDIS_URL: services.redisUrl }
      : { ABUSE_FILL: JSON.stringify(SIZE) };
    const env = {
      ...{ DATA_DIR: folder.path, RATE_LIMITS: 'off', LOG_LEVEL: 'none' },
      ...{ PUSH_SERVICES: push.hosts, ABUSE_NETWORK: JSON.stringify(network), NODE_OPTIONS: '--import tsx' },
      ...storeEnv,
    };
    const gateway = startProgram(env, undefined, [], ENTRY);
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const url = await gateway.waitUntilReady(FILLED_WITHIN_MS);
    return {
      ...{ url, push, databaseUrl: database?.url ?? null },
      async readHoldMs() {
        const count = heldLines(gateway).length;
        gateway.sendSignal('SIGUSR2');
        await until(() => heldLines(gateway).length > count, {
          what: 'the gateway says how long it was held',
        });
        return Number(heldLines(gateway).at(-1)?.split(' ')[1]);
      },
      signUp: () => signUp(url),
      async operate(...words) {
        await promisify(execFile)(process.execPath, ['server/dist/operate.js', ...words], {
          env: { PATH: process.env.PATH, ...env, NODE_OPTIONS: '' },
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
