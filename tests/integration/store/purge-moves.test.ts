import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEvery } from '../../../server/src/wiring/run-every.ts';
import { createPurgeJob } from '../../../server/src/wiring/purge-job.ts';
import { createFailureLog } from '../../../server/src/domain/failure-log.ts';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createLease } from '../../../server/src/repositories/lease.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addCruds } from '../../support/add-cruds.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { createManualTimers } from '../../unit/streams/manual-timers.ts';
import { silentLogger } from '../../unit/streams/silent-logger.ts';
import { listTakenTransitions, listTransitions } from '../../unit/server-machines/transitions.ts';
import { createStrictTallies } from '../../unit/server-machines/create-strict-tallies.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('the purge', () => {
  let opened: TestStore;
  beforeAll(async () => void (opened = await openTestStore()));
  afterAll(() => opened[Symbol.asyncDispose]());

  it('[MACHINES-21] makes every transition of its table, and reports its next run and how much it deleted', async () => {
    const { store } = opened;
    const [clock, timers] = [createTestClock(systemClock), createManualTimers()];
    const machines = createStrictTallies(clock);
    const [person] = await addPeople(createStore(store.db, clock), 1);
    const author = person?.sub ?? '';
    await addCruds({ store, clock }, { author, count: 1001, textOf: String, lifetimeMs: () => MINUTE });
    const lease = createLease(store.db, 'a test');
    const failures = createFailureLog(silentLogger);
    const stop = runEvery(createPurgeJob({ db: store.db, clock, lease, machines }), { timers, failures });
    const nextIn = () => Date.parse(machines.purge.report().next_at ?? '') - clock.now().getTime();
    expect(nextIn()).toBeGreaterThan(10_000);

    clock.advance(DAY);
    timers.advance(15_000);
    // Its next run is due while it is working.
    timers.advance(15_000);
    expect(machines.purge.report().states).toEqual({ waiting: 0, sweeping: 1 });
    await until(() => listTakenTransitions(machines, 'purge').includes('sweeping: done'), {
      what: 'the run is finished',
    });
    expect(machines.purge.report()).toMatchObject({
      moves: { 'waiting: due': 1, 'sweeping: due': 1, 'sweeping: done': 1 },
      states: { waiting: 1, sweeping: 0 },
      last: { removed: 1001 },
    });
    expect(nextIn()).toBeGreaterThan(10_000);

    await store.close();
    timers.advance(15_000);
    await until(() => listTakenTransitions(machines, 'purge').includes('sweeping: failed'), {
      what: 'the run fails',
    });
    await stop();
    expect(listTakenTransitions(machines, 'purge')).toEqual(listTransitions(machines, 'purge'));
    expect(machines.unknownMoves).toEqual([]);
  });
});
