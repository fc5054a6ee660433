import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { MessageLifetime } from '@cruddur/shared';
import type { TestPerson } from '../../../support/people.ts';
import { until } from '../../../support/until.ts';
import { pairKey } from '../../../../client/devtools/simulation/checker/order.ts';
import { createMessageAction } from './action-plans.ts';
import type { RunContext } from './run-context.ts';
import { performAction, resolveUnknownAction, type UserAction } from './user-action.ts';

/** How long a block, a mute or a lifetime lasts before it is changed back. */
const HELD_MS = 1500;
const PAUSE_MS = 500;
const SETTLED_MS = 60_000;

/**
 * Users block, mute and change the lifetime of conversations, and take it back, until the writing ends. Each change is repeated until
 * it is answered, so that the checker knows what held when.
 * @param people those without a page, whose list would depend on it
 */
export async function changeRelations(run: RunContext, people: readonly TestPerson[]): Promise<void> {
  const repeat = async (change: (one: TestPerson, other: TestPerson) => Promise<void>) => {
    while (!run.writing.aborted) {
      const [one, other] = run.random.shuffle(people);
      if (one && other) await change(one, other);
      await pause(PAUSE_MS);
    }
  };
  await Promise.all([
    repeat((one, other) => blockForAWhile(run, one, other)),
    repeat((one, other) => muteForAWhile(run, one, other)),
    repeat((one, other) => setLifetimeForAWhile(run, one, other)),
  ]);
}

type RelationChange = Pick<UserAction, 'kind' | 'send' | 'onSuccess'>;

/** How one person changes the relation to the other. */
const relationOf =
  (run: RunContext, one: TestPerson, { sub }: TestPerson) =>
  (change: RelationChange) =>
    settle(run, { id: randomUUID(), person: one, row: sub, detail: sub, ...change });

async function blockForAWhile(run: RunContext, one: TestPerson, other: TestPerson): Promise<void> {
  const change = relationOf(run, one, other);
  const params = { cognito_user_uuid: other.sub };
  await change({ kind: 'block', send: (client, how) => client.call('blockPerson', { ...how, params }) });
  // Both write to each other, beside what the writers happen to choose.
  const writes = [createMessageAction(run, one, other), createMessageAction(run, other, one)];
  await Promise.all([...writes.map((write) => settle(run, write)), pause(HELD_MS)]);
  await change({ kind: 'unblock', send: (client, how) => client.call('unblockPerson', { ...how, params }) });
}

async function muteForAWhile(run: RunContext, one: TestPerson, other: TestPerson): Promise<void> {
  const change = relationOf(run, one, other);
  const body = { kind: 'person', value: other.sub } as const;
  let uuid: string | undefined;
  await change({
    kind: 'mute',
    send: (client, how) => client.call('mute', { ...how, body }),
    onSuccess: (mute) => ({ uuid } = mute as { uuid: string }),
  });
  await pause(HELD_MS);
  const params = { mute_uuid: uuid ?? '' };
  await change({ kind: 'unmute', send: (client, how) => client.call('unmute', { ...how, params }) });
}

async function setLifetimeForAWhile(run: RunContext, one: TestPerson, other: TestPerson): Promise<void> {
  const group = run.groups.get(pairKey(one.sub, other.sub));
  if (group === undefined) return;
  const set = (person: TestPerson, lifetime: MessageLifetime) =>
    settle(run, {
      id: randomUUID(),
      kind: 'lifetime',
      person,
      row: group,
      detail: lifetime,
      send: (client, how) =>
        client.call('setMessageLifetime', {
          ...how,
          params: { message_group_uuid: group },
          body: { lifetime },
        }),
    });
  await set(one, '1-hour');
  await Promise.all([settle(run, createMessageAction(run, other, one)), pause(HELD_MS)]);
  await set(other, 'off');
}

/** Repeats the action until it is answered, if need be until the faults are over. */
async function settle(run: RunContext, action: UserAction): Promise<void> {
  if (await performAction(run, action)) return;
  await until(() => resolveUnknownAction(run, action), {
    what: `${action.kind} is answered`,
    timeoutMs: SETTLED_MS,
  });
}
