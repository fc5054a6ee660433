import { createECDH } from 'node:crypto';
import { signIn, signUp, type TestPerson } from '../../../support/people.ts';
import { createClient } from '../../../support/clients.ts';

/** A user with an id of each kind that a call of theirs can name. */
export interface FuzzPerson extends TestPerson {
  /** Never burned by a valid call, so that replies and marks have targets in long runs. */
  cruds: readonly string[];
  burnable: readonly string[];
  /** A conversation with the next person. */
  group: string;
  partner: string;
  /** Messages of this person in it. */
  messages: readonly string[];
  /** Requests that this person has received: one of them to accept, the other to delete. */
  requests: { accepted: string; deleted: string };
  mutes: readonly string[];
  /** Other sign-ins of this person. */
  sessions: readonly string[];
}

/** The ids in nearly valid input. They stay the same for a whole run, so that an input depends on its number only. */
export interface FuzzTargets {
  people: readonly FuzzPerson[];
  /** People who make no other call: blocks of them take nothing from other inputs. */
  blockable: readonly TestPerson[];
  /** Tokens of people whom only the calls use that end an account or a session. */
  leaving: { deleteAccount: readonly string[]; endSession: readonly string[] };
  /** A public key that a browser could have. */
  pushKey: string;
}

const PEOPLE = 8;
const IDS_EACH = 3;
const MUTES_EACH = 6;
const LEAVING = 3;

const signUpAll = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => signUp(url)));
const repeat = async <T>(count: number, call: (n: number) => Promise<T>) => {
  const results: T[] = [];
  for (let n = 0; n < count; n += 1) results.push(await call(n));
  return results;
};

/** @param url of a gateway */
export async function createFuzzTargets(url: string): Promise<FuzzTargets> {
  const signedUp = await signUpAll(url, PEOPLE);
  const [first] = signedUp;
  if (!first) throw new Error('There are no people.');
  const after = (index: number, distance: number) => signedUp[(index + distance) % PEOPLE] ?? first;
  const basics = await Promise.all(
    signedUp.map(async (person, index) => ({
      ...person,
      ...(await createContent(person, after(index, 1))),
      sessions: await createSessions(url, person),
      partner: after(index, 1).handle,
    })),
  );
  for (const person of signedUp)
    await person.callOk('changePrivacySettings', { body: { messages_from: 'known' } });
  // Three conversations are what a new account can start in a day.
  const people = await Promise.all(
    basics.map(async (person, index) => ({
      ...person,
      requests: {
        accepted: await startConversation(after(index, PEOPLE - 2), person),
        deleted: await startConversation(after(index, PEOPLE - 3), person),
      },
    })),
  );
  const leaving = await signUpAll(url, LEAVING * 2);
  const tokens = leaving.map(({ accessToken }) => accessToken);
  const ecdh = createECDH('prime256v1');
  return {
    people,
    blockable: await signUpAll(url, 2),
    leaving: { deleteAccount: tokens.slice(0, LEAVING), endSession: tokens.slice(LEAVING) },
    pushKey: ecdh.generateKeys('base64url'),
  };
}

const post = async (person: TestPerson, message: string) =>
  (await person.callOk('createActivity', { body: { message } })).uuid;

async function startConversation(from: TestPerson, { handle }: TestPerson): Promise<string> {
  const { message_group_uuid = '' } = await from.callOk('sendMessage', {
    body: { handle, message: 'hello' },
  });
  return message_group_uuid;
}

async function createContent(person: TestPerson, partner: TestPerson) {
  const group = await startConversation(person, partner);
  const mutes = await repeat(MUTES_EACH, (n) =>
    person.callOk('mute', { body: { kind: 'word', value: `muted ${n}`, duration: 'always' } }),
  );
  const messages = await repeat(IDS_EACH, (n) =>
    person.callOk('sendMessage', { body: { message_group_uuid: group, message: `target ${n}` } }),
  );
  return {
    group,
    mutes: mutes.map(({ uuid }) => uuid),
    messages: messages.map(({ uuid }) => uuid),
    cruds: await repeat(IDS_EACH, (n) => post(person, `target ${n} #fuzz`)),
    burnable: await repeat(IDS_EACH, (n) => post(person, `to be burned ${n}`)),
  };
}

/** Sessions that are not the one of the person's token. */
async function createSessions(url: string, person: TestPerson): Promise<string[]> {
  await repeat(IDS_EACH, async () => createClient(url, (await signIn(url, person)).accessToken).callOk('me'));
  const listed = await person.callOk('sessions');
  return listed.filter(({ current }) => !current).map(({ uuid }) => uuid);
}
