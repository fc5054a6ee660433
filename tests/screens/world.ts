import { emailOf, SAMPLE_LOGINS, SAMPLE_PASSWORD } from '../../server/src/seed/people.ts';
import { seed } from '../../server/src/seed/seed.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { createClient, type TestClient } from '../support/clients.ts';
import { signIn, signUp } from '../support/people.ts';

/** What scenes are set in: the sample people, and somebody who has only just come. */
export interface World {
  url: string;
  person: { email: string; password: string; handle: string };
  newcomer: { email: string; password: string; handle: string };
  /** Paths of cruds: somebody's with replies, an own one, one without replies, and one that burned. */
  post: string;
  ownPost: string;
  quietPost: string;
  burnedPost: string;
  /** Path of a conversation with over a hundred messages. */
  room: string;
  /** A handle that the person has never written to. */
  stranger: string;
}

interface Place {
  url: string;
  store: OpenedStore;
}

/** Somebody whom the sample gives a crud with many replies, and a word of that crud. */
const MUCH_ANSWERED = { handle: 'sanneo', word: 'whale should direct' };

/** Moves the sample in at noon by the product's clock, so that times of day are the same in every run. */
export async function furnish({ url, store }: Place): Promise<World> {
  const now = await moveToNoon(createClient(url));
  await seed(store, { localPool: true, now });
  const [handle = ''] = SAMPLE_LOGINS;
  const person = { email: emailOf(handle), password: SAMPLE_PASSWORD, handle };
  const client = createClient(url, (await signIn(url, person)).accessToken);
  const newcomer = await signUp(url, { handle: 'nora_new', name: 'Nora Newcomer' });
  const { activities } = await client.ask('profilePage', { params: { handle: MUCH_ANSWERED.handle } });
  const { activities: own } = await client.ask('profilePage', { params: { handle } });
  const answered = activities.find(({ message }) => message.includes(MUCH_ANSWERED.word));
  const mine = own.find((crud) => crud.handle === handle);
  const quiet = activities.find(({ replies_count }) => replies_count === 0);
  const [group] = await client.ask('messageGroups');
  return {
    ...{ url, person, newcomer, stranger: 'mirel' },
    ...{ post: statusOf(answered), ownPost: statusOf(mine), quietPost: statusOf(quiet) },
    burnedPost: await burnOne(newcomer),
    room: `/messages/${group?.uuid ?? ''}`,
  };
}

async function moveToNoon(visitor: TestClient): Promise<Date> {
  const advance = async (advance_ms: number) => {
    const { body } = await visitor.send('POST', '/local/clock', { body: { advance_ms } });
    return new Date((body as { now: string }).now);
  };
  const now = await advance(0);
  const noon = new Date(now);
  noon.setUTCHours(12, 0, 0, 0);
  const ahead = noon.getTime() - now.getTime();
  return advance(ahead > 0 ? ahead : ahead + 86_400_000);
}

async function burnOne(newcomer: TestClient & { handle: string }): Promise<string> {
  const body = { user_handle: newcomer.handle, message: 'Said too much.', ttl: '1-hour' } as const;
  const crud = await newcomer.ask('createActivity', { body });
  await newcomer.ask('burnActivity', { params: { activity_uuid: crud.uuid } });
  return statusOf(crud);
}

function statusOf(crud: { handle: string; uuid: string } | undefined): string {
  if (!crud) throw new Error('The sample lacks a crud that scenes need.');
  return `/@${crud.handle}/status/${crud.uuid}`;
}
