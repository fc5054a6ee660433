import { randomUUID } from 'node:crypto';
import { rowIdOf } from '@cruddur/shared';
import type { TestPerson } from '../../../support/people.ts';
import type { UserAction } from './user-action.ts';
import { pairKey } from '../../../../client/devtools/simulation/checker/order.ts';
import { remember, type SharedKnowledge } from './run-context.ts';

/** A user's next action; null when it has no target yet. */
type Plan = (shared: SharedKnowledge, person: TestPerson) => UserAction | null;

function createActionIds(person: TestPerson): Pick<UserAction, 'id' | 'person' | 'row'> {
  const id = randomUUID();
  return { id, person, row: rowIdOf(person.sub, id) };
}

/** Every fourth text has a mention, so that posts also write to users' own streams. */
function textOf({ random, people }: SharedKnowledge, id: string): string {
  return random.next() < 0.25 ? `${id} for @${random.pick(people).handle}` : id;
}

const crud: Plan = (shared, person) => {
  const action = createActionIds(person);
  const message = textOf(shared, action.id);
  return {
    ...action,
    kind: 'crud',
    send: (client, how) => client.call('createActivity', { ...how, body: { message } }),
    onSuccess: () => remember(shared.cruds, { row: action.row, author: person.sub }),
  };
};

const reply: Plan = (shared, person) => {
  if (shared.cruds.length === 0) return null;
  const action = createActionIds(person);
  const { row: parent, author } = shared.random.pick(shared.cruds);
  const params = { activity_uuid: parent };
  const body = { ...params, message: textOf(shared, action.id) };
  return {
    ...action,
    kind: 'reply',
    detail: author,
    send: (client, how) => client.call('createReply', { ...how, params, body }),
  };
};

const message: Plan = (shared, person) =>
  createMessageAction(
    shared,
    person,
    shared.random.pick(shared.people.filter(({ sub }) => sub !== person.sub)),
  );

export function createMessageAction(
  shared: SharedKnowledge,
  person: TestPerson,
  other: TestPerson,
): UserAction {
  const action = createActionIds(person);
  const pair = pairKey(person.sub, other.sub);
  const group = shared.groups.get(pair);
  const to = group ? { message_group_uuid: group } : { handle: other.handle };
  return {
    ...action,
    kind: 'message',
    detail: other.sub,
    send: (client, how) => client.call('sendMessage', { ...how, body: { message: action.id, ...to } }),
    onSuccess(answered) {
      const { message_group_uuid: made } = answered as { message_group_uuid?: string };
      if (made) shared.groups.set(pair, made);
      remember(shared.messages, { row: action.row, author: person.sub });
    },
  };
}

const profile: Plan = (_world, person) => {
  const action = createActionIds(person);
  const body = { display_name: `N ${action.id.slice(0, 8)}`, bio: action.id };
  return {
    ...action,
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

const burn: Plan = (shared, person) => {
  const own = shared.cruds.find(({ author }) => author === person.sub);
  if (!own) return null;
  shared.cruds.splice(shared.cruds.indexOf(own), 1);
  return {
    ...createActionIds(person),
    kind: 'burn',
    row: own.row,
    send: (client, how) => client.call('burnActivity', { ...how, params: { activity_uuid: own.row } }),
  };
};

const unsend: Plan = (shared, person) => {
  const own = shared.messages.find(({ author }) => author === person.sub);
  if (!own) return null;
  shared.messages.splice(shared.messages.indexOf(own), 1);
  return {
    ...createActionIds(person),
    kind: 'unsend',
    row: own.row,
    send: (client, how) => client.call('unsendMessage', { ...how, params: { message_uuid: own.row } }),
  };
};

/** The weights of the actions, in percent. */
const SHARES: readonly { plan: Plan; share: number }[] = [
  { plan: crud, share: 34 },
  { plan: reply, share: 22 },
  { plan: message, share: 29 },
  { plan: profile, share: 3 },
  { plan: like, share: 6 },
  { plan: burn, share: 3 },
  { plan: unsend, share: 3 },
];

export function nextAction(shared: SharedKnowledge, person: TestPerson): UserAction {
  let draw = shared.random.next() * SHARES.reduce((sum, { share }) => sum + share, 0);
  const chosen = SHARES.find(({ share }) => (draw -= share) < 0)?.plan ?? crud;
  const action = chosen(shared, person) ?? crud(shared, person);
  if (!action) throw new Error('a crud can always be written');
  return action;
}
