import { MESSAGE_LIFETIMES, type BodyInputOf, type RouteName, type Routes } from '@cruddur/shared';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { FuzzPerson, FuzzTargets } from './targets.ts';
import type { Json } from './values.ts';

/** What a valid value is chosen from. */
export interface CallChoice {
  random: Random;
  targets: FuzzTargets;
  name: RouteName;
  /** Who calls. */
  person: FuzzPerson;
  /** A crud, of anyone: the address and the body of a reply name the same one. */
  crud: string;
}

/** The share of ids that belong to another person, whose call is refused. */
const OTHERS_SHARE = 0.15;

type Choose = (choice: CallChoice) => string;
const someone = ({ random, targets, person }: CallChoice) =>
  random.next() < OTHERS_SHARE ? random.pick(targets.people) : person;

/** A value of each path parameter that the call accepts, mostly of what is the caller's own. */
const values: Record<string, Choose> = {
  handle: ({ random, targets }) => random.pick(targets.people).handle,
  activity_uuid: (choice) =>
    choice.name === 'burnActivity' ? choice.random.pick(someone(choice).burnable) : choice.crud,
  message_group_uuid: (choice) => {
    const { random, name } = choice;
    const { group, requests } = someone(choice);
    if (name === 'acceptRequest') return requests.accepted;
    if (name === 'deleteRequest') return requests.deleted;
    return random.pick(name === 'messageRequest' ? [group, requests.accepted, requests.deleted] : [group]);
  },
  message_uuid: (choice) => choice.random.pick(someone(choice).messages),
  cognito_user_uuid: ({ random, targets }) => random.pick(targets.blockable).sub,
  mute_uuid: (choice) => choice.random.pick(someone(choice).mutes),
  session_uuid: (choice) => choice.random.pick(someone(choice).sessions),
};

/** @throws Error for a parameter of the table that has no values here */
export function chooseParam(key: string, choice: CallChoice): string {
  const choose = values[key];
  if (!choose) throw new Error(`The path parameter ${key} needs a valid value.`);
  // A crud is found at the address of its author only.
  if (choice.name === 'singlePost')
    return key === 'handle' ? choice.person.handle : choice.random.pick(choice.person.cruds);
  return choose(choice);
}

/** The query of a valid call; empty for most. */
export function chooseQuery({ random, name }: CallChoice): string {
  if (name === 'search') return `?term=${random.pick(['fuzz', '%23fuzz', 'target', 'Person'])}`;
  return name === 'sync' ? random.pick(['', '?public=0.0', '?me=0.0', '?public=0.0&me=0.0']) : '';
}

type CallWithBody = { [N in RouteName]: Routes[N] extends { body: unknown } ? N : never }[RouteName];
type ChooseBody<N extends CallWithBody> = (choice: CallChoice) => BodyInputOf<Routes[N]>;

/** A valid body of every call that has one, so that the compiler requires that of a new call. */
const bodies: { [N in CallWithBody]: ChooseBody<N> } = {
  createActivity: (choice) => ({ message: chooseMessage(choice), ttl: '1-hour' }),
  createReply: (choice) => ({ message: chooseMessage(choice), activity_uuid: choice.crud }),
  sendMessage: (choice) => {
    const message = chooseMessage(choice);
    const { group, partner } = choice.person;
    return choice.random.next() < 0.5
      ? { message, message_group_uuid: group }
      : { message, handle: choice.random.next() < 0.8 ? partner : chooseParam('handle', choice) };
  },
  setMessageLifetime: ({ random }) => ({ lifetime: random.pick(MESSAGE_LIFETIMES) }),
  markMessagesRead: ({ random, person }) => ({ uuid: random.pick(person.messages) }),
  markNotificationsRead: ({ random }) => ({ before: random.pick(['0.0', '1.x']) }),
  updateProfile: () => ({ display_name: 'A name', bio: 'a bio' }),
  requestAvatarUpload: () => ({ extension: 'png' }),
  endSession: ({ random }) => random.pick([{}, { all: false }, { all: true }]),
  changePrivacySettings: ({ random }) =>
    random.pick([
      { messages_from: random.pick(['everyone', 'known', 'none'] as const) },
      { read_receipts: random.next() < 0.5, typing: random.next() < 0.5 },
    ]),
  mute: ({ random, targets }) =>
    random.pick([
      { kind: 'word', value: 'spoiler', duration: '1-hour' },
      { kind: 'hashtag', value: 'fuzz', duration: 'always' },
      { kind: 'person', value: random.pick(targets.blockable).sub },
    ] as const),
  subscribePush: ({ random, targets }) => ({
    endpoint: `https://push.invalid/${random.between(0, 9)}`,
    keys: { p256dh: targets.pushKey, auth: 'A'.repeat(22) },
    choice: { messages: true, replies: true, mentions: true },
  }),
  report: (choice) => ({ ...chooseSubject(choice), reason: 'spam', note: chooseMessage(choice) }),
};

/** An empty object for a call without a body. */
export function chooseBody(choice: CallChoice): Record<string, Json> {
  const chosen: Partial<Record<RouteName, (from: CallChoice) => object>> = bodies;
  return (chosen[choice.name]?.(choice) ?? {}) as Record<string, Json>;
}

const chooseMessage = ({ random, targets }: CallChoice) =>
  `fuzz @${random.pick(targets.people).handle} #fuzz`;

/** Of someone else than the caller, who cannot be reported by themselves. */
function chooseSubject({ random, targets, person }: CallChoice) {
  const other = random.pick(targets.people.filter(({ sub }) => sub !== person.sub));
  const writer = targets.people.find(({ partner }) => partner === person.handle) ?? other;
  return random.pick([
    { kind: 'crud', uuid: random.pick(other.cruds) },
    { kind: 'person', uuid: other.sub },
    { kind: 'message', uuid: random.pick(writer.messages) },
  ] as const);
}
