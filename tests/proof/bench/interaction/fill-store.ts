import { systemClock } from '../../../../server/src/domain/clock.ts';
import type { OpenedStore } from '../../../../server/src/store/opened-store.ts';
import { addCruds } from '../../../support/add-cruds.ts';
import { addMessages } from '../../../support/add-messages.ts';
import { signUp, type TestPerson } from '../../../support/people.ts';

const MESSAGES = 60;

export interface FilledStore {
  /** Has conversations with the first two authors. */
  reader: TestPerson;
  authors: readonly TestPerson[];
}

/** @param cruds their number, with texts of one to three lines */
export async function fillStore(url: string, store: OpenedStore, cruds: number): Promise<FilledStore> {
  const signUpAs = (handle: string) => signUp(url, { handle: `${handle}_bench`, name: handle });
  const reader = await signUpAs('reader');
  const authors = await Promise.all(['ann', 'bob', 'cid', 'dora'].map(signUpAs));
  const textOf = (index: number) => `Crud ${String(index)}: ${'some words to read '.repeat(1 + (index % 9))}`;
  await addCruds(
    { store, clock: systemClock },
    { author: authors.map(({ sub }) => sub), count: cruds, textOf },
  );
  for (const author of authors.slice(0, 2)) {
    const body = { message: 'Hello.', handle: reader.handle };
    const { message_group_uuid: group = '' } = await author.callOk('sendMessage', { body });
    await addMessages(
      { store, clock: systemClock },
      {
        group,
        members: [author.sub, reader.sub],
        count: MESSAGES,
        textOf: (index) => `Message ${String(index)}`,
      },
    );
  }
  return { reader, authors };
}
