import { randomUUID } from 'node:crypto';
import { PAGE_SIZE, type PageAnswer, type PageContent } from '@cruddur/shared';
import { Refusal } from '../../domain/errors.ts';
import type { Answer, UseCases } from '../../domain/use-case.ts';
import { VISITOR } from '../authenticate.ts';
import type { PagePlace } from './page-place.ts';

export type PageUseCases = Pick<UseCases, 'profilePage' | 'singlePost'>;

/** What a visitor's browser would be answered at this place; null where it would not ask. */
export async function contentOf(useCases: PageUseCases, place: PagePlace): Promise<PageContent | null> {
  const asVisitor = {
    ...{ query: undefined, body: undefined, ...VISITOR },
    ...{ page: { before: undefined, limit: PAGE_SIZE }, operation: { id: randomUUID(), fingerprint: '' } },
  };
  if (place.kind === 'profile') {
    const { handle } = place;
    const answer = await answerOf(useCases.profilePage({ ...asVisitor, params: { handle } }));
    return { ...place, answer };
  }
  if (place.kind === 'post') {
    const { handle, activity_uuid } = place;
    const answer = await answerOf(useCases.singlePost({ ...asVisitor, params: { handle, activity_uuid } }));
    return { ...place, answer };
  }
  return null;
}

async function answerOf<Data>(asked: Promise<Answer<Data>>): Promise<PageAnswer<Data>> {
  try {
    const { data, next, cursors } = await asked;
    return { ok: true, data, next: next ?? null, cursors: cursors ?? null };
  } catch (failure) {
    if (failure instanceof Refusal) return { ok: false, status: failure.status, codes: failure.codes };
    throw failure;
  }
}

/** The status of a page, as a visitor sees it: 200, 404 for what there is not, 410 for a crud that is forgotten. */
export function statusOf(place: PagePlace, content: PageContent | null): number {
  if (place.kind === 'nowhere') return 404;
  return content?.answer.ok === false ? content.answer.status : 200;
}
