import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { startProgram, type RunningProgram } from '../../../support/program.ts';
import { findFreePort } from '../../../support/services/find-free-port.ts';
import {
  createFaultProxy,
  connectToLoopback,
  type FaultProxy,
} from '../../../support/fault-proxy/fault-proxy.ts';
import type { ChaosPostgres } from './postgres.ts';
import type { RedisNode } from './redis.ts';

/** One gateway in its own process, with a breakable link to each of its peers. */
export interface ChaosGateway extends AsyncDisposable {
  name: string;
  /** The origin for callers and tabs: through `links.callers`. */
  origin: string;
  links: { callers: FaultProxy; store: FaultProxy; redis: FaultProxy };
  sendSignal(name: NodeJS.Signals): void;
  /** Waits until the process has exited and starts it again; settles when it is ready. */
  restart(): Promise<void>;
}

export interface GatewayOptions {
  name: string;
  postgres: Pick<ChaosPostgres, 'port'>;
  redis: Pick<RedisNode, 'port'>;
  /** The origin of the load balancer, where pages are loaded. */
  front: string;
  /** How far the clock of its machine is ahead, in milliseconds. */
  aheadMs: number;
}

const WRONG_CLOCK = new URL('wrong-clock.mjs', import.meta.url);

export async function startChaosGateway(parts: GatewayOptions): Promise<ChaosGateway> {
  const { name, postgres, redis, front, aheadMs } = parts;
  const port = await findFreePort();
  const links = {
    callers: await createFaultProxy(() => connectToLoopback(port)),
    store: await createFaultProxy(() => connectToLoopback(postgres.port)),
    redis: await createFaultProxy(() => connectToLoopback(redis.port)),
  };
  const folder = await createTempFolder();
  const env = {
    PORT: String(port),
    DATA_DIR: folder.path,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ALLOWED_ORIGINS: front,
    DATABASE_URL: `postgres://test@127.0.0.1:${links.store.port}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${links.redis.port}`,
    MAX_SOCKETS_PER_PERSON: '1000',
    MAX_SOCKETS_PER_ADDRESS: '100000',
    NODE_OPTIONS: `--import ${WRONG_CLOCK.href}`,
    CLOCK_AHEAD_MS: String(aheadMs),
  };
  let program: RunningProgram = startProgram(env);
  // A run that is stopped from outside leaves no gateway behind.
  const endToo = () => program.sendSignal('SIGKILL');
  process.once('exit', endToo);
  await program.waitUntilReady();
  return {
    name,
    links,
    origin: `http://localhost:${links.callers.port}`,
    sendSignal: (signal) => program.sendSignal(signal),
    async restart() {
      await program.waitForExit();
      program = startProgram(env);
      await program.waitUntilReady();
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', endToo);
      await program[Symbol.asyncDispose]();
      for (const link of Object.values(links)) await link[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
