import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { freePort } from '../../support/services/free-port.ts';
import { createFaultProxy, openLoopback, type FaultProxy } from '../proxy/fault-proxy.ts';
import { joinProxies, type FaultLink } from '../proxy/join-proxies.ts';
import type { ChaosPostgres } from './postgres.ts';
import type { ChaosRedis } from './redis.ts';

/** One gateway in a process of its own, with a breakable link to everything it has to do with. */
export interface ChaosGateway extends AsyncDisposable {
  name: string;
  /** Where callers and tabs reach it: through `links.callers`. */
  origin: string;
  links: { callers: FaultProxy; store: FaultProxy; redis: FaultLink };
  signal(name: NodeJS.Signals): void;
  /** Waits for its end, and starts it anew; done when it is ready. */
  restart(): Promise<void>;
}

export interface GatewaySurroundings {
  name: string;
  postgres: Pick<ChaosPostgres, 'port'>;
  redis: Pick<ChaosRedis, 'ports' | 'urlAt'>;
  /** Origin of the front door, where pages come from. */
  front: string;
  /** The folder of what was built; undefined is the checkout's own. */
  from: string | undefined;
}

export async function startGateway(parts: GatewaySurroundings): Promise<ChaosGateway> {
  const { name, postgres, redis, front, from } = parts;
  const port = await freePort();
  const links = {
    callers: await createFaultProxy(() => openLoopback(port)),
    store: await createFaultProxy(() => openLoopback(postgres.port)),
    redis: joinProxies(await Promise.all(redis.ports.map((at) => createFaultProxy(() => openLoopback(at))))),
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'cruddur-chaos-'));
  const env = {
    ...{ PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
    ALLOWED_ORIGINS: front,
    DATABASE_URL: `postgres://test@127.0.0.1:${links.store.port}/postgres`,
    REDIS_URL: redis.urlAt(links.redis.ports),
    ...{ MAX_SOCKETS_PER_PERSON: '1000', MAX_SOCKETS_PER_ADDRESS: '100000' },
  };
  let program: RunningProgram = startProgram(env, from);
  // A run that is ended from outside leaves no gateway behind.
  const endToo = () => program.signal('SIGKILL');
  process.once('exit', endToo);
  await program.ready();
  return {
    ...{ name, links, origin: `http://localhost:${links.callers.port}` },
    signal: (signal) => program.signal(signal),
    async restart() {
      await program.ended();
      program = startProgram(env, from);
      await program.ready();
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', endToo);
      await program[Symbol.asyncDispose]();
      for (const link of Object.values(links)) await link[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
