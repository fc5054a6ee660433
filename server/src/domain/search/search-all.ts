import { PAGE_SIZE, wordsOfTerm } from '@cruddur/shared';
import pLimit from 'p-limit';
import { OverloadRefusal, Refusal } from '../errors.ts';
import { createKeyedSemaphore } from '../keyed-semaphore.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The number of people and of hashtags in an answer. */
const OTHERS_MAX = 10;

/** Searches at the same time, because one reads more than any other call. */
const CONCURRENT_MAX = 2;
const WAITING_MAX = 100;
/** Running and waiting searches of one person, who must not fill the queue for others. */
export const SEARCHES_PER_PERSON = 4;

/** The calls wait for each other. @throws Refusal generic_429 for too many of one person; generic_503 for too many waiting ones */
export function createSearch(ports: Ports): (call: CallOf<'search'>) => AnswerOf<'search'> {
  const limit = pLimit(CONCURRENT_MAX);
  const personSemaphore = createKeyedSemaphore(SEARCHES_PER_PERSON, () => new Refusal('generic_429', 1));
  return (call) =>
    personSemaphore.run(call.viewer.sub, () => {
      if (limit.pendingCount >= WAITING_MAX) throw new OverloadRefusal();
      return limit(() => searchAll(ports, call));
    });
}

/** People, cruds and hashtags for a term; a leading `#` narrows to hashtags, a leading `@` to people. */
async function searchAll(ports: Ports, { query, viewer }: CallOf<'search'>): AnswerOf<'search'> {
  const term = query.term.trim();
  const sign = /^[#@]/.exec(term)?.[0];
  const words = term.replace(/^[#@]/, '').normalize('NFC');
  const view = createView(ports.clock, viewer, { before: undefined, limit: PAGE_SIZE });
  const found =
    sign === '#'
      ? await ports.search.findByHashtag(words, view)
      : await ports.search.searchActivities(sign ? [] : wordsOfTerm(words), view);
  const people =
    sign === '#' ? [] : await ports.people.searchPeople(words, { viewer: viewer.sub, limit: OTHERS_MAX });
  const hashtags = sign === '@' ? [] : await ports.people.listHashtags(view.now, OTHERS_MAX, words);
  return { data: { people, activities: found.data, hashtags }, cursors: found.cursors };
}
