import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyTurn } from '../../../server/src/compose/every-turn.ts';
import { purgeChore } from '../../../server/src/compose/purge-chore.ts';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addCruds } from '../../support/many-cruds.ts';
import { addPeople } from '../../support/store-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';
import { createHandTimers } from '../../unit/realtime/hand-timers.ts';
import { quiet } from '../../unit/realtime/quiet.ts';
import { movesMade, movesOf } from '../../unit/server-machines/moves.ts';
import { strictTallies } from '../../unit/server-machines/strict-tallies.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

describe('the purge', () => {
  let opened: TestStore;
  beforeAll(async () => void (opened = await openTestStore()));
  afterAll(() => opened[Symbol.asyncDispose]());

  it('[MACHINES-21] makes every move of its table, and says when it comes and how much it took', async () => {
    const { store } = opened;
    const [clock, timers] = [createTestClock(systemClock), createHandTimers()];
    const machines = strictTallies(clock);
    const [somebody] = await addPeople(createStore(store.db, clock), 1);
    const author = somebody?.sub ?? '';
    await addCruds({ store, clock }, { author, count: 1001, textOf: String, livesMs: () => MINUTE });
    const stop = everyTurn(purgeChore({ db: store.db, clock, machines }), { timers, logger: quiet });
    const nextIn = () => Date.parse(machines.purge.report().next_at ?? '') - clock.now().getTime();
    expect(nextIn()).toBeGreaterThan(4 * MINUTE);

    clock.advance(DAY);
    timers.pass(5 * MINUTE);
    // Its next turn comes while it is at work.
    timers.pass(5 * MINUTE);
    expect(machines.purge.report().states).toEqual({ waiting: 0, sweeping: 1 });
    await until(() => movesMade(machines, 'purge').includes('sweeping: done'), { what: 'it is done' });
    expect(machines.purge.report()).toMatchObject({
      moves: { 'waiting: due': 1, 'sweeping: due': 1, 'sweeping: more': 1, 'sweeping: done': 1 },
      states: { waiting: 1, sweeping: 0 },
      last: { removed: 1001 },
    });
    expect(nextIn()).toBeGreaterThan(4 * MINUTE);

    await store.close();
    timers.pass(5 * MINUTE);
    await until(() => movesMade(machines, 'purge').includes('sweeping: failed'), { what: 'it fails' });
    stop();
    expect(movesMade(machines, 'purge')).toEqual(movesOf(machines, 'purge'));
    expect(machines.unknownMoves).toEqual([]);
  });
});
