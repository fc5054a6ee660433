import { randomUUID } from 'node:crypto';
import { PAGE_SIZE, type PageAnswer, type PageContent } from '@cruddur/shared';
import { Refusal } from '../../domain/errors.ts';
import type { Answer, UseCases } from '../../domain/use-case.ts';
import { VISITOR } from '../authenticate.ts';
import type { MatchedPage } from './page-address.ts';

export type PageUseCases = Pick<UseCases, 'newestCruds' | 'profilePage' | 'singlePost'>;

/** The answer that a visitor's browser would request for this page; null for a page without a request. */
export async function loadPageContent(
  useCases: PageUseCases,
  page: MatchedPage,
): Promise<PageContent | null> {
  const asVisitor = {
    ...VISITOR,
    query: undefined,
    body: undefined,
    page: { before: undefined, limit: PAGE_SIZE },
    operation: { id: randomUUID(), fingerprint: '' },
  };
  if (page.kind === 'home') {
    const answer = await toPageAnswer(useCases.newestCruds({ ...asVisitor, params: {} }));
    return { kind: 'home', answer };
  }
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

async function toPageAnswer<Data>(pending: Promise<Answer<Data>>): Promise<PageAnswer<Data>> {
  try {
    const { data, next, cursors } = await pending;
    return { ok: true, data, next: next ?? null, cursors: cursors ?? null };
  } catch (failure) {
    if (failure instanceof Refusal) return { ok: false, status: failure.status, codes: failure.codes };
    throw failure;
  }
}

/** The status of a page for a visitor: 200, 404 for an unknown address, 410 for a crud that has burned. */
export function pageStatusOf(page: MatchedPage, content: PageContent | null): number {
  if (page.kind === 'missing') return 404;
  return content?.answer.ok === false ? content.answer.status : 200;
}
