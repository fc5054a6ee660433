import { randomUUID } from 'node:crypto';
import { PAGE_SIZE, type PageAnswer, type PageContent } from '@cruddur/shared';
import { Refusal } from '../../domain/errors.ts';
import type { Answer, UseCases } from '../../domain/use-case.ts';
import { VISITOR } from '../authenticate.ts';
import type { MatchedPage } from './match-page.ts';

export type PageUseCases = Pick<UseCases, 'profilePage' | 'singlePost'>;

/** What a visitor's browser would be answered at this place; null where it would not ask. */
export async function loadPageContent(
  useCases: PageUseCases,
  page: MatchedPage,
): Promise<PageContent | null> {
  const asVisitor = {
    ...{ query: undefined, body: undefined, ...VISITOR },
    ...{ page: { before: undefined, limit: PAGE_SIZE }, operation: { id: randomUUID(), fingerprint: '' } },
  };
  if (page.kind === 'profile') {
    const { handle } = page;
    const answer = await toPageAnswer(useCases.profilePage({ ...asVisitor, params: { handle } }));
    return { ...page, answer };
  }
  if (page.kind === 'post') {
    const { handle, activity_uuid } = page;
    const answer = await toPageAnswer(
      useCases.singlePost({ ...asVisitor, params: { handle, activity_uuid } }),
    );
    return { ...page, answer };
  }
  return null;
}

async function toPageAnswer<Data>(asked: Promise<Answer<Data>>): Promise<PageAnswer<Data>> {
  try {
    const { data, next, cursors } = await asked;
    return { ok: true, data, next: next ?? null, cursors: cursors ?? null };
  } catch (failure) {
    if (failure instanceof Refusal) return { ok: false, status: failure.status, codes: failure.codes };
    throw failure;
  }
}

/** The status of a page, as a visitor sees it: 200, 404 for what there is not, 410 for a crud that is forgotten. */
export function pageStatusOf(place: MatchedPage, content: PageContent | null): number {
  if (place.kind === 'missing') return 404;
  return content?.answer.ok === false ? content.answer.status : 200;
}
