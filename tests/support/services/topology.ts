import { createCleanup } from '../cleanup.ts';
import { createTempFolder } from '../create-temp-folder.ts';
import { startProgram } from '../program.ts';
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts';
import { findFreePort } from './find-free-port.ts';
import { createMigratedDatabase } from './migrated-database.ts';

/** One of the gateways, in a process of its own. */
export interface TopologyGateway {
  port: number;
  /** Its own address, without the proxy. */
  url: string;
  /** Kills it. */
  kill(): Promise<void>;
  /** Stops it as a deployment does, and starts it again on its port. @throws Error when it does not exit with 0 */
  restart(): Promise<void>;
  /** The log lines of all its processes; none unless `env` sets `LOG_LEVEL`. */
  logLines: () => string[];
}

/** The services of docker-compose.yml, without Docker: gateways on one store and one Redis, behind a reverse proxy. */
export interface Topology extends AsyncDisposable {
  gateways: readonly TopologyGateway[];
  proxy: ReverseProxy;
}

export interface TopologyOptions {
  /** For a database of its own: `inject('postgres')`. */
  adminUrl: string;
  /** The value of REDIS_URL. */
  redisUrl: string;
  /** Environment variables in addition to those that compose sets. */
  env?: Record<string, string>;
}

const GATEWAYS = 3;

export async function startTopology({ adminUrl, redisUrl, env }: TopologyOptions): Promise<Topology> {
  const cleanup = createCleanup();
  try {
    const database = await createMigratedDatabase(adminUrl);
    cleanup.defer(() => database[Symbol.asyncDispose]());
    const ports: number[] = [];
    const proxy = await startReverseProxy(() => ports);
    cleanup.defer(() => proxy[Symbol.asyncDispose]());
    const addresses = { DATABASE_URL: database.url, REDIS_URL: redisUrl };
    const web = { PUBLIC_URL: proxy.url, TRUST_PROXY: '1', LOCAL_MAILBOX: '1', LOG_LEVEL: 'none' };
    const start = async () => {
      const { gateway, dispose } = await startGateway({ ...addresses, ...web, ...env });
      cleanup.defer(dispose);
      ports.push(gateway.port);
      return gateway;
    };
    const gateways = await Promise.all(Array.from({ length: GATEWAYS }, start));
    return { gateways, proxy, [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function startGateway(env: Record<string, string>) {
  const folder = await createTempFolder();
  const port = await findFreePort();
  const start = () => startProgram({ ...env, PORT: String(port), DATA_DIR: folder.path });
  let program = start();
  const earlier: string[] = [];
  const logLines = () => [...earlier, ...program.stderrLines()];
  const dispose = async () => {
    await program[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    await program.waitUntilReady();
  } catch (error) {
    await dispose();
    throw error;
  }
  const kill = async () => {
    program.sendSignal('SIGKILL');
    await program.waitForExit();
  };
  const restart = async () => {
    program.sendSignal('SIGTERM');
    const code = await program.waitForExit();
    if (code !== 0) throw new Error(`a gateway ended with ${code} after SIGTERM`);
    earlier.push(...program.stderrLines());
    program = start();
    await program.waitUntilReady();
  };
  return { gateway: { port, url: `http://localhost:${port}`, kill, restart, logLines }, dispose };
}
