import { randomUUID } from 'node:crypto';
import { rowIdOf } from '@cruddur/shared';
import type { TestPerson } from '../../support/people.ts';
import type { UserAction } from './user-action.ts';
import { pairKey, rememberCrud, type SharedKnowledge } from './run-context.ts';

/** A user's next action; null when it has no target yet. */
type Plan = (world: SharedKnowledge, person: TestPerson) => UserAction | null;

function createActionIds(person: TestPerson): Pick<UserAction, 'id' | 'person' | 'row'> {
  const id = randomUUID();
  return { id, person, row: rowIdOf(person.sub, id) };
}

/** Every fourth text has a mention, so that posts also write to users' own streams. */
function textOf({ random, people }: SharedKnowledge, id: string): string {
  return random.next() < 0.25 ? `${id} for @${random.pick(people).handle}` : id;
}

const crud: Plan = (world, person) => {
  const act = createActionIds(person);
  const message = textOf(world, act.id);
  return {
    ...act,
    kind: 'crud',
    send: (client, how) => client.call('createActivity', { ...how, body: { message } }),
    onSuccess: () => rememberCrud(world, { row: act.row, author: person.sub }),
  };
};

const reply: Plan = (world, person) => {
  if (world.cruds.length === 0) return null;
  const act = createActionIds(person);
  const params = { activity_uuid: world.random.pick(world.cruds).row };
  const body = { ...params, message: textOf(world, act.id) };
  return {
    ...act,
    kind: 'reply',
    send: (client, how) => client.call('createReply', { ...how, params, body }),
  };
};

const message: Plan = (world, person) => {
  const act = createActionIds(person);
  const other = world.random.pick(world.people.filter(({ sub }) => sub !== person.sub));
  const pair = pairKey(person.sub, other.sub);
  const group = world.groups.get(pair);
  const to = group ? { message_group_uuid: group } : { handle: other.handle };
  return {
    ...act,
    kind: 'message',
    send: (client, how) => client.call('sendMessage', { ...how, body: { message: act.id, ...to } }),
    onSuccess(answered) {
      const { message_group_uuid: made } = answered as { message_group_uuid?: string };
      if (made) world.groups.set(pair, made);
    },
  };
};

const profile: Plan = (_world, person) => {
  const act = createActionIds(person);
  const body = { display_name: `N ${act.id.slice(0, 8)}`, bio: act.id };
  return {
    ...act,
    kind: 'profile',
    row: person.sub,
    send: (client, how) => client.call('updateProfile', { ...how, body }),
  };
};

export function createLikeAction(person: TestPerson, row: string, name: 'like' | 'unlike'): UserAction {
  return {
    ...createActionIds(person),
    kind: 'like',
    row,
    send: (client, how) => client.call(name, { ...how, params: { activity_uuid: row } }),
  };
}

const like: Plan = ({ random, cruds }, person) => {
  if (cruds.length === 0) return null;
  return createLikeAction(person, random.pick(cruds).row, random.next() < 0.7 ? 'like' : 'unlike');
};

const burn: Plan = (world, person) => {
  const own = world.cruds.find(({ author }) => author === person.sub);
  if (!own) return null;
  world.cruds.splice(world.cruds.indexOf(own), 1);
  return {
    ...createActionIds(person),
    kind: 'burn',
    row: own.row,
    send: (client, how) => client.call('burnActivity', { ...how, params: { activity_uuid: own.row } }),
  };
};

/** The weights of the actions, in percent. */
const SHARES: readonly { plan: Plan; share: number }[] = [
  { plan: crud, share: 34 },
  { plan: reply, share: 22 },
  { plan: message, share: 32 },
  { plan: profile, share: 3 },
  { plan: like, share: 6 },
  { plan: burn, share: 3 },
];

/** Actions that create something that can be counted afterwards. */
const CREATING_SHARES = SHARES.filter(({ plan }) => [crud, reply, message].includes(plan));

export const nextCreatingAction = (world: SharedKnowledge, person: TestPerson): UserAction =>
  nextAction(world, person, CREATING_SHARES);

export function nextAction(world: SharedKnowledge, person: TestPerson, among = SHARES): UserAction {
  let lot = world.random.next() * among.reduce((sum, { share }) => sum + share, 0);
  const chosen = among.find(({ share }) => (lot -= share) < 0)?.plan ?? crud;
  const act = chosen(world, person) ?? crud(world, person);
  if (!act) throw new Error('a crud can always be written');
  return act;
}
