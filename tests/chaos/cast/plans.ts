import { randomUUID } from 'node:crypto';
import { rowIdOf } from '@cruddur/shared';
import type { TestPerson } from '../../support/people.ts';
import type { Act } from './act.ts';
import { pairOf, rememberCrud, type Knowledge } from './world.ts';

/** What a person does next; null when there is nothing yet to do it to. */
type Plan = (world: Knowledge, person: TestPerson) => Act | null;

function fresh(person: TestPerson): Pick<Act, 'id' | 'person' | 'row'> {
  const id = randomUUID();
  return { id, person, row: rowIdOf(person.sub, id) };
}

/** Every fourth text names somebody, so that posts also write to people's own streams. */
function textOf({ random, people }: Knowledge, id: string): string {
  return random.next() < 0.25 ? `${id} for @${random.pick(people).handle}` : id;
}

const crud: Plan = (world, person) => {
  const act = fresh(person);
  const message = textOf(world, act.id);
  return {
    ...{ ...act, kind: 'crud' },
    send: (client, how) => client.call('createActivity', { ...how, body: { message } }),
    done: () => rememberCrud(world, { row: act.row, author: person.sub }),
  };
};

const reply: Plan = (world, person) => {
  if (world.cruds.length === 0) return null;
  const act = fresh(person);
  const params = { activity_uuid: world.random.pick(world.cruds).row };
  const body = { ...params, message: textOf(world, act.id) };
  return {
    ...{ ...act, kind: 'reply' },
    send: (client, how) => client.call('createReply', { ...how, params, body }),
  };
};

const message: Plan = (world, person) => {
  const act = fresh(person);
  const other = world.random.pick(world.people.filter(({ sub }) => sub !== person.sub));
  const pair = pairOf(person.sub, other.sub);
  const group = world.groups.get(pair);
  const to = group ? { message_group_uuid: group } : { handle: other.handle };
  return {
    ...{ ...act, kind: 'message' },
    send: (client, how) => client.call('sendMessage', { ...how, body: { message: act.id, ...to } }),
    done(answered) {
      const { message_group_uuid: made } = answered as { message_group_uuid?: string };
      if (made) world.groups.set(pair, made);
    },
  };
};

const profile: Plan = (_world, person) => {
  const act = fresh(person);
  const body = { display_name: `N ${act.id.slice(0, 8)}`, bio: act.id };
  return {
    ...{ ...act, kind: 'profile', row: person.sub },
    send: (client, how) => client.call('updateProfile', { ...how, body }),
  };
};

export function likeOf(person: TestPerson, row: string, name: 'like' | 'unlike'): Act {
  return {
    ...{ ...fresh(person), kind: 'like', row },
    send: (client, how) => client.call(name, { ...how, params: { activity_uuid: row } }),
  };
}

const like: Plan = ({ random, cruds }, person) => {
  if (cruds.length === 0) return null;
  return likeOf(person, random.pick(cruds).row, random.next() < 0.7 ? 'like' : 'unlike');
};

const burn: Plan = (world, person) => {
  const own = world.cruds.find(({ author }) => author === person.sub);
  if (!own) return null;
  world.cruds.splice(world.cruds.indexOf(own), 1);
  return {
    ...{ ...fresh(person), kind: 'burn', row: own.row },
    send: (client, how) => client.call('burnActivity', { ...how, params: { activity_uuid: own.row } }),
  };
};

/** How often each is done, out of a hundred. */
const SHARES: readonly { plan: Plan; share: number }[] = [
  { plan: crud, share: 34 },
  { plan: reply, share: 22 },
  { plan: message, share: 32 },
  { plan: profile, share: 3 },
  { plan: like, share: 6 },
  { plan: burn, share: 3 },
];

/** Those that make something which can be counted afterwards. */
const MAKING = SHARES.filter(({ plan }) => [crud, reply, message].includes(plan));

export const nextMaking = (world: Knowledge, person: TestPerson): Act => nextAct(world, person, MAKING);

export function nextAct(world: Knowledge, person: TestPerson, among = SHARES): Act {
  let lot = world.random.next() * among.reduce((sum, { share }) => sum + share, 0);
  const chosen = among.find(({ share }) => (lot -= share) < 0)?.plan ?? crud;
  const act = chosen(world, person) ?? crud(world, person);
  if (!act) throw new Error('A crud can always be written.');
  return act;
}
