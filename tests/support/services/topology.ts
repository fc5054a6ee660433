import { createCleanup } from '../cleanup.ts';
import { newFolder } from '../folder.ts';
import { startProgram } from '../program.ts';
import { openFrontDoor, type FrontDoor } from './front-door.ts';
import { freePort } from './free-port.ts';
import { createDatabase } from './postgres.ts';

/** One of the gateways, a process of its own. */
export interface TopologyGateway {
  port: number;
  /** Its own address, past the front door. */
  url: string;
  /** Ends it without a word. */
  kill(): Promise<void>;
}

/** What docker-compose.yml describes, without Docker: gateways on one store and one Redis, behind a reverse proxy. */
export interface Topology extends AsyncDisposable {
  gateways: readonly TopologyGateway[];
  door: FrontDoor;
}

export interface TopologySurroundings {
  /** For a database of its own: `inject('postgres')`. */
  adminUrl: string;
  /** The value of REDIS_URL. */
  redisUrl: string;
  /** Variables of the environment, beside those that compose sets. */
  env?: Record<string, string>;
}

const GATEWAYS = 3;

export async function startTopology({ adminUrl, redisUrl, env }: TopologySurroundings): Promise<Topology> {
  const cleanup = createCleanup();
  try {
    const database = await createDatabase(adminUrl);
    cleanup.defer(() => database[Symbol.asyncDispose]());
    const ports: number[] = [];
    const door = await openFrontDoor(() => ports);
    cleanup.defer(() => door[Symbol.asyncDispose]());
    const addresses = { DATABASE_URL: database.url, REDIS_URL: redisUrl };
    const web = { PUBLIC_URL: door.url, TRUST_PROXY: '1', LOG_LEVEL: 'none' };
    const start = async () => {
      const { gateway, dispose } = await startGateway({ ...addresses, ...web, ...env });
      cleanup.defer(dispose);
      ports.push(gateway.port);
      return gateway;
    };
    const gateways = await Promise.all(Array.from({ length: GATEWAYS }, start));
    return { gateways, door, [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function startGateway(env: Record<string, string>) {
  const folder = await newFolder();
  const port = await freePort();
  const program = startProgram({ ...env, PORT: String(port), DATA_DIR: folder.path });
  const dispose = async () => {
    await program[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  try {
    await program.ready();
  } catch (error) {
    await dispose();
    throw error;
  }
  const kill = async () => {
    program.signal('SIGKILL');
    await program.ended();
  };
  return { gateway: { port, url: `http://localhost:${port}`, kill }, dispose };
}
