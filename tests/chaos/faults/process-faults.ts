import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Scene, Span } from './fault.ts';

/** How long something stays dead before it is started again. */
const DEAD_MS: Span = [100, 1200];
const FROZEN_MS: Span = [800, 2800];
const HELD_MS: Span = [500, 2000];

const dead = ({ random }: Scene) => pause(random.between(...DEAD_MS));

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

export const freezeGateway = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-gateway',
  async strike(scene) {
    const gateway = scene.anyGateway();
    gateway.signal('SIGSTOP');
    await pause(scene.random.between(...lastsMs));
    gateway.signal('SIGCONT');
  },
});

const killRedis: Fault = {
  name: 'kill-redis',
  async strike(scene) {
    await scene.topology.redis.signal('SIGKILL');
    await dead(scene);
    await scene.topology.redis.start();
  },
};

/** PostgreSQL with all its sessions, in the middle of whatever they do. */
export const freezePostgres = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-postgres',
  async strike({ topology, random }) {
    await topology.postgres.freeze(random.between(...lastsMs));
  },
});

export const freezeRedis = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-redis',
  async strike(scene) {
    await scene.topology.redis.signal('SIGSTOP');
    await pause(scene.random.between(...lastsMs));
    await scene.topology.redis.signal('SIGCONT');
  },
});

/** Commits wait for a lock that another session has, and then go on, or have given up. */
export const holdCommit = (lastsMs = HELD_MS): Fault => ({
  name: 'hold-commit',
  async strike({ topology, random }) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: topology.postgres.url });
    await client.connect();
    await client.query("begin; select from streams where id = 'public' for update");
    await pause(random.between(...lastsMs));
    await client.query('rollback');
    await client.end();
  },
});

export const processFaults: readonly Fault[] = [
  endsGateway('kill-gateway', 'SIGKILL'),
  endsGateway('drain-gateway', 'SIGTERM'),
  freezeGateway(),
  killRedis,
  freezeRedis(),
  { name: 'empty-redis', strike: ({ topology }) => topology.redis.empty() },
  { name: 'cut-listeners', strike: ({ topology }) => topology.redis.cutListeners() },
  endsPostgres('kill-postgres', 'SIGKILL'),
  endsPostgres('restart-postgres', 'SIGQUIT'),
  freezePostgres(),
  holdCommit(),
];
