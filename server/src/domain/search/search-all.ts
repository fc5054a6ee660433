import { PAGE_SIZE } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The number of people and of hashtags in an answer. */
const OTHERS_MAX = 10;

/** People, cruds and hashtags for a term; a leading `#` narrows to hashtags, a leading `@` to people. */
export async function searchAll(ports: Ports, { query, viewer }: CallOf<'search'>): AnswerOf<'search'> {
  const term = query.term.trim();
  const sign = /^[#@]/.exec(term)?.[0];
  const words = term.replace(/^[#@]/, '').normalize('NFC');
  const view = createView(ports.clock, viewer, { before: undefined, limit: PAGE_SIZE });
  const tokens = words.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found =
    sign === '#'
      ? await ports.search.findByHashtag(words, view)
      : await ports.search.searchActivities(sign ? [] : tokens, view);
  const people =
    sign === '#' ? [] : await ports.people.searchPeople(words, { viewer: viewer.sub, limit: OTHERS_MAX });
  const hashtags = sign === '@' ? [] : await ports.people.listHashtags(view.now, OTHERS_MAX, words);
  return { data: { people, activities: found.data, hashtags }, cursors: found.cursors };
}
