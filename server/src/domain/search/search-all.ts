import { PAGE_SIZE } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { viewOf } from '../view-of.ts';

/** How many people and hashtags stand beside the cruds found. */
const OTHERS_MAX = 10;

/** People, cruds and hashtags for a term; a leading `#` narrows to hashtags, a leading `@` to people. */
export async function searchAll(ports: Ports, { query, viewer }: CallOf<'search'>): AnswerOf<'search'> {
  const term = query.term.trim();
  const sign = /^[#@]/.exec(term)?.[0];
  const words = term.replace(/^[#@]/, '').normalize('NFC');
  const view = viewOf(ports.clock, viewer, { before: undefined, limit: PAGE_SIZE });
  const tokens = words.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const found =
    sign === '#'
      ? await ports.search.withHashtag(words, view)
      : await ports.search.activities(sign ? [] : tokens, view);
  const people = sign === '#' ? [] : await ports.people.search(words, OTHERS_MAX);
  const hashtags = sign === '@' ? [] : await ports.people.hashtags(view.now, OTHERS_MAX, words);
  return { data: { people, activities: found.data, hashtags }, cursors: found.cursors };
}
