import { emailOf, SAMPLE_LOGINS, SAMPLE_PASSWORD } from '../../server/src/seed/people.ts';
import { seedStore } from '../../server/src/seed/seed.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { createClient, type TestClient } from '../support/clients.ts';
import { signIn, signUp } from '../support/people.ts';
import { until } from '../support/until.ts';

/** The data of the states: the sample users, and a new user. */
export interface SampleData {
  url: string;
  person: { email: string; password: string; handle: string };
  newcomer: { email: string; password: string; handle: string };
  /** Paths of cruds: one with replies, one of the viewer, one without replies, and a burned one. */
  post: string;
  ownPost: string;
  quietPost: string;
  burnedPost: string;
  /** Path of a conversation with over a hundred messages. */
  conversationPath: string;
  /** The other member of that conversation. */
  partnerHandle: string;
  /** A handle that the viewer has never written to. */
  unknownHandle: string;
  /** Three new users write four cruds, which stay for the following states. */
  writeFourCruds: () => Promise<void>;
}

interface ScreensApp {
  url: string;
  store: OpenedStore;
}

/** The author of a crud with many replies in the sample, and a word of that crud. */
const POPULAR_CRUD = { handle: 'sanneo', text: 'whale should direct' };

/** Creates the samples at noon by the product's clock, so that times of day are the same in every run. */
export async function seedSampleData({ url, store }: ScreensApp): Promise<SampleData> {
  const now = await advanceToNoon(createClient(url));
  await seedStore(store, { localPool: true, now });
  await until(
    async () => (await store.db.selectFrom('avatar_uploads').select('key').execute()).length === 0,
    {
      what: 'every sample user has a picture',
    },
  );
  const [handle = ''] = SAMPLE_LOGINS;
  const person = { email: emailOf(handle), password: SAMPLE_PASSWORD, handle };
  const client = createClient(url, (await signIn(url, person)).accessToken);
  const newcomer = await signUp(url, { handle: 'nora_new', name: 'Nora Newcomer' });
  const { activities } = await client.callOk('profilePage', { params: { handle: POPULAR_CRUD.handle } });
  const { activities: own } = await client.callOk('profilePage', { params: { handle } });
  const answered = activities.find(({ message }) => message.includes(POPULAR_CRUD.text));
  const mine = own.find((crud) => crud.handle === handle);
  const quiet = activities.find(({ replies_count }) => replies_count === 0);
  const [group] = await client.callOk('messageGroups');
  return {
    url,
    person,
    newcomer,
    unknownHandle: 'mirel',
    post: crudPath(answered),
    ownPost: crudPath(mine),
    quietPost: crudPath(quiet),
    burnedPost: await createBurnedCrud(newcomer),
    conversationPath: `/messages/${group?.uuid ?? ''}`,
    partnerHandle: group?.handle ?? '',
    writeFourCruds: createLiveCrudWriter(url),
  };
}

const LIVE_CRUDS = [
  { name: 'Pia Rill', text: 'It was DNS.' },
  { name: 'Otto Lind', text: 'It was not DNS. It was the slide about DNS.' },
  { name: 'Pia Rill', text: 'The router is back, and it remembers nothing. Enviable.' },
  { name: 'Mo Tessen', text: 'New here. Where does one sit?' },
];

/** Rewrites them on each call, always by the same users, and burns those of the call before. */
function createLiveCrudWriter(url: string): () => Promise<void> {
  const people = new Map<string, TestClient>();
  const burnBefore: (() => Promise<unknown>)[] = [];
  return async () => {
    for (const burn of burnBefore.splice(0)) await burn();
    for (const { name, text: message } of LIVE_CRUDS) {
      const user_handle = name.toLowerCase().replace(' ', '_');
      const by = people.get(name) ?? (await signUp(url, { name, handle: user_handle }));
      people.set(name, by);
      const { uuid } = await by.callOk('createActivity', { body: { user_handle, message, ttl: '1-day' } });
      burnBefore.push(() => by.callOk('burnActivity', { params: { activity_uuid: uuid } }));
    }
  };
}

async function advanceToNoon(visitor: TestClient): Promise<Date> {
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

async function createBurnedCrud(newcomer: TestClient & { handle: string }): Promise<string> {
  const body = { user_handle: newcomer.handle, message: 'Said too much.', ttl: '1-hour' } as const;
  const crud = await newcomer.callOk('createActivity', { body });
  await newcomer.callOk('burnActivity', { params: { activity_uuid: crud.uuid } });
  return crudPath(crud);
}

function crudPath(crud: { handle: string; uuid: string } | undefined): string {
  if (!crud) throw new Error('the sample lacks a crud that states need');
  return `/@${crud.handle}/status/${crud.uuid}`;
}
