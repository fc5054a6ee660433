import { cpus } from 'node:os';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { firstPages, olderPages } from '../bench/peers/feed.ts';
import { startPeerEnvironment } from '../bench/peers/peer-environment.ts';
import type { HttpRequest } from '../bench/peers/http-request.ts';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import { openTestPool } from '../../support/services/test-pool.ts';
import type { Calibration, SocketLoad } from './calibration.ts';
import { fitSockets, predictPoint, splitDelivery } from './fit.ts';
import { measureCalls, postsOf, readStoreSize } from './measure-calls.ts';
import { measureDeletion } from './measure-deletion.ts';
import { measureFanoutCost } from './measure-fanout-cost.ts';
import { measureHeads } from './measure-heads.ts';
import { measureIdle } from './measure-idle.ts';
import { measureWire } from './measure-wire.ts';
import { openPostgresCpu } from './postgres-cpu.ts';

/** Few, because a gateway checks the session of each when it connects, which takes longer than to open the sockets. */
const FEW = 40;
/** None of some hundred sockets: 500 took 29 to 74 % more than the line through these in four of six runs. */
const IDLE: readonly SocketLoad[] = [
  { sockets: 0, people: 0 },
  { sockets: 2000, people: FEW },
  { sockets: 8000, people: FEW },
];
/** The smallest one decides about the part that does not depend on sockets: a line from 500 on once put it below zero. */
const DELIVERING = [FEW, 500, 2000, 8000];
/** The lower of two counts: other work only adds. One after the other, because each gateway would deliver the cruds of all. */
const PASSES = 2;
const CROWD: SocketLoad = { sockets: 1000, people: 1000 };
const CHECKED: readonly SocketLoad[] = [
  { sockets: 1000, people: FEW },
  { sockets: 5000, people: 1000 },
];
/** The difference between the two is the cost of deliveries. */
const BURSTS = { few: 500, many: 2000, size: 20 } as const;

/** Measures all costs on this machine, in about eight minutes. */
export async function calibrate(note: (text: string) => void): Promise<Calibration> {
  await using environment = await startPeerEnvironment();
  await using opened = openTestPool({ connectionString: environment.databaseUrl, max: 1 });
  const { pool } = opened;
  const postgresCpu = await openPostgresCpu(pool);
  const { gateway } = environment;
  const meters = { gateway: () => gateway.program.cpuSeconds(), store: postgresCpu };
  const measure = (requests: HttpRequest[]) => measureCalls({ gateway, requests, meters });

  note('measuring reads');
  const first = await measure(await firstPages(environment));
  const older = await measure(await olderPages(environment));
  note('measuring writes');
  const before = await readStoreSize(pool);
  const write = await measure(postsOf(environment));
  const after = await readStoreSize(pool);
  const written = after.cruds - before.cruds;
  note('measuring two gateways with Redis');
  const foreign = await measureForeign(environment);
  note('measuring bytes on the wire');
  const wire = await measureWire(environment);
  note('measuring idle gateways');
  // Otherwise this work of PostgreSQL, which the load has left, begins meanwhile.
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  const personUs = await measureHeads(environment, postgresCpu);
  const loads = [...IDLE, CROWD, ...CHECKED];
  const { points, leaseUs, postgres } = await measureIdle(environment, loads, { postgresCpu, personUs });
  const [empty, crowd] = [points[0], points[IDLE.length]];
  if (!empty || !crowd) throw new Error('a load was not measured');
  const measureCost = (sockets: number, burst: number) =>
    measureFanoutCost(environment, { sockets, people: FEW }, { burst, baseUs: empty.idleUs });
  note('measuring deliveries');
  const sizes = [...DELIVERING, ...CHECKED.map(({ sockets }) => sockets)];
  const passes: number[][] = [];
  while (passes.length < PASSES) {
    const pass: number[] = [];
    for (const sockets of sizes) pass.push(await measureCost(sockets, 1));
    passes.push(pass);
  }
  const crudPoints = sizes.map((sockets, index) => ({
    sockets,
    crudUs: Math.min(...passes.map((pass) => pass[index] ?? 0)),
  }));
  const cruds = crudPoints.slice(0, DELIVERING.length);
  const checked = points
    .slice(-CHECKED.length)
    .map((point, index) => ({ ...point, crudUs: crudPoints[DELIVERING.length + index]?.crudUs ?? 0 }));
  const costs = fitSockets({ idle: points.slice(0, IDLE.length), crowd, cruds });
  note('measuring bursts');
  const few = await measureCost(BURSTS.few, BURSTS.size);
  const many = await measureCost(BURSTS.many, BURSTS.size);
  const burstUs = (many - few) / (BURSTS.many - BURSTS.few);
  const { frameUs, contentUs } = splitDelivery(costs.deliveryUs, { us: burstUs, size: BURSTS.size });
  note('measuring deletion');
  await gateway[Symbol.asyncDispose]();
  const deletion = await measureDeletion(environment.databaseUrl, { pool, postgresCpu });
  return {
    machine: await describeMachine(pool),
    gateway: {
      ...costs,
      frameUs,
      byteUs: contentUs / wire.crudBytes,
      foreignCrudUs: foreign.us.other,
      firstPageUs: first.us.gateway,
      olderPageUs: older.us.gateway,
      leaseUs,
      ...wire,
    },
    store: {
      crudUs: write.us.store,
      firstPageUs: first.us.store,
      olderPageUs: older.us.store,
      gatewayUs: postgres.gatewayUs,
      leaseUs: Math.max(0, postgres.aloneUs - postgres.gatewayUs),
      personUs,
      ...deletion,
      crudsPerSecond: write.perSecond,
      crudBytes: (after.database - before.database) / written,
      walBytes: (after.wal - before.wal) / written,
    },
    redis: { crudUs: foreign.us.redis },
    checks: checked.map((measured) => ({ measured, predicted: predictPoint(costs, measured) })),
  };
}

/** Cruds that one gateway accepts: their cost for another gateway and for Redis. */
async function measureForeign(environment: PeerEnvironment) {
  const { startGateway, redisUrl } = environment;
  await using one = await startGateway({ REDIS_URL: redisUrl });
  await using other = await startGateway({ REDIS_URL: redisUrl });
  const redis = new Redis(redisUrl);
  try {
    const meters = { other: () => other.program.cpuSeconds(), redis: () => readRedisCpu(redis) };
    return await measureCalls({ gateway: one, requests: postsOf(environment), meters });
  } finally {
    redis.disconnect();
  }
}

async function readRedisCpu(redis: Redis): Promise<number> {
  const info = await redis.info('cpu');
  return [...info.matchAll(/^used_cpu_(?:sys|user):(.*)$/gm)].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  );
}

async function describeMachine(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const version = rows[0]?.version.split(' ')[0] ?? '';
  return `${String(cpus().length)} cores, Node ${process.versions.node}, PostgreSQL ${version} on the same machine`;
}
