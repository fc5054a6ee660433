import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Fault, FaultContext, DurationRange } from './fault.ts';

/** The time between a kill and the restart. */
const DOWN_MS: DurationRange = [100, 1200];
const FROZEN_MS: DurationRange = [800, 2800];
const HELD_MS: DurationRange = [500, 2000];
const CUTS_MS: DurationRange = [1000, 2000];

const pauseWhileDead = ({ random }: FaultContext) => pause(random.between(...DOWN_MS));

function gatewayStop(name: string, signal: 'SIGKILL' | 'SIGTERM'): Fault {
  return {
    name,
    async inject(context) {
      const gateway = context.pickGateway();
      gateway.sendSignal(signal);
      await pauseWhileDead(context);
      await gateway.restart();
    },
  };
}

function postgresStop(name: string, signal: 'SIGKILL' | 'SIGQUIT'): Fault {
  return {
    name,
    async inject(context) {
      await context.topology.postgres.kill(signal);
      await pauseWhileDead(context);
      await context.topology.postgres.start();
    },
  };
}

export const freezeGateway = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-gateway',
  async inject(context) {
    const gateway = context.pickGateway();
    gateway.sendSignal('SIGSTOP');
    await pause(context.random.between(...lastsMs));
    gateway.sendSignal('SIGCONT');
  },
});

/** The clock of a gateway's machine is set back by an hour, and forward again. */
const setClockBack: Fault = {
  name: 'set-clock-back',
  async inject(context) {
    const gateway = context.pickGateway();
    gateway.sendSignal('SIGUSR2');
    await pause(context.random.between(...FROZEN_MS));
    gateway.sendSignal('SIGUSR2');
  },
};

const killRedis: Fault = {
  name: 'kill-redis',
  async inject(context) {
    await context.topology.redis.signal('SIGKILL');
    await pauseWhileDead(context);
    await context.topology.redis.start();
  },
};

/** PostgreSQL with all its sessions, at any point of their work. */
export const freezePostgres = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-postgres',
  async inject({ topology, random }) {
    await topology.postgres.freeze(random.between(...lastsMs));
  },
});

export const freezeRedis = (lastsMs = FROZEN_MS): Fault => ({
  name: 'freeze-redis',
  async inject(context) {
    await context.topology.redis.signal('SIGSTOP');
    await pause(context.random.between(...lastsMs));
    await context.topology.redis.signal('SIGCONT');
  },
});

/** Commits wait for a lock that another session holds, and then continue, or have timed out. */
export const holdCommit = (lastsMs = HELD_MS): Fault => ({
  name: 'hold-commit',
  async inject({ topology, random }) {
    const client = new pg.Client({ connectionString: topology.postgres.url });
    await client.connect();
    await client.query("begin; select from streams where id = 'public' for update");
    await pause(random.between(...lastsMs));
    await client.query('rollback');
    await client.end();
  },
});

const CUT_EVERY_MS = 60;
/** Between two statements a session is idle for less; a longer wait is close to its commit, or its gateway is slow. */
const IDLE_MS = 20;

/** Ends sessions between their last statement and their commit, one by one, so each is rolled back. */
const cutTransactions: Fault = {
  name: 'cut-transactions',
  async inject({ topology, random }) {
    const client = new pg.Client({ connectionString: topology.postgres.url });
    await client.connect();
    const until = performance.now() + random.between(...CUTS_MS);
    while (performance.now() < until) {
      await client.query(`select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and state_change < clock_timestamp() - interval '${IDLE_MS} ms'
        order by state_change limit 1
      ) longest`);
      await pause(CUT_EVERY_MS);
    }
    await client.end();
  },
};

export const processFaults: readonly Fault[] = [
  gatewayStop('kill-gateway', 'SIGKILL'),
  gatewayStop('drain-gateway', 'SIGTERM'),
  freezeGateway(),
  setClockBack,
  killRedis,
  freezeRedis(),
  { name: 'empty-redis', inject: ({ topology }) => topology.redis.flush() },
  { name: 'cut-listeners', inject: ({ topology }) => topology.redis.disconnectSubscribers() },
  postgresStop('kill-postgres', 'SIGKILL'),
  postgresStop('restart-postgres', 'SIGQUIT'),
  freezePostgres(),
  holdCommit(),
  cutTransactions,
];
