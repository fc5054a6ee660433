import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Scene } from './fault.ts';

/** How long something stays dead before it is started again, and how long it stays frozen, in milliseconds. */
const DEAD_MS = [100, 1200] as const;
const FROZEN_MS = [800, 2800] as const;
const HELD_MS = [500, 2000] as const;

const dead = ({ random }: Scene) => pause(random.between(...DEAD_MS));
const frozen = ({ random }: Scene) => pause(random.between(...FROZEN_MS));

function endsGateway(name: string, signal: 'SIGKILL' | 'SIGTERM'): Fault {
  return {
    name,
    async strike(scene) {
      const gateway = scene.anyGateway();
      gateway.signal(signal);
      await dead(scene);
      await gateway.restart();
    },
  };
}

function endsPostgres(name: string, signal: 'SIGKILL' | 'SIGQUIT'): Fault {
  return {
    name,
    async strike(scene) {
      await scene.topology.postgres.end(signal);
      await dead(scene);
      await scene.topology.postgres.start();
    },
  };
}

const freezeGateway: Fault = {
  name: 'freeze-gateway',
  async strike(scene) {
    const gateway = scene.anyGateway();
    gateway.signal('SIGSTOP');
    await frozen(scene);
    gateway.signal('SIGCONT');
  },
};

const killRedis: Fault = {
  name: 'kill-redis',
  async strike(scene) {
    await scene.topology.redis.signal('SIGKILL');
    await dead(scene);
    await scene.topology.redis.start();
  },
};

const freezeRedis: Fault = {
  name: 'freeze-redis',
  async strike(scene) {
    await scene.topology.redis.signal('SIGSTOP');
    await frozen(scene);
    await scene.topology.redis.signal('SIGCONT');
  },
};

/** A commit waits for a lock that another session has, and then goes on. */
const holdCommit: Fault = {
  name: 'hold-commit',
  async strike({ topology, random }) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: topology.postgres.url });
    await client.connect();
    await client.query("begin; select from streams where id = 'public' for update");
    await pause(random.between(...HELD_MS));
    await client.query('rollback');
    await client.end();
  },
};

export const processFaults: readonly Fault[] = [
  endsGateway('kill-gateway', 'SIGKILL'),
  endsGateway('drain-gateway', 'SIGTERM'),
  freezeGateway,
  killRedis,
  freezeRedis,
  { name: 'empty-redis', strike: ({ topology }) => topology.redis.empty() },
  { name: 'cut-listeners', strike: ({ topology }) => topology.redis.cutListeners() },
  endsPostgres('kill-postgres', 'SIGKILL'),
  endsPostgres('restart-postgres', 'SIGQUIT'),
  holdCommit,
];
