import { randomUUID } from 'node:crypto';
import { Refusal } from '../domain/errors.ts';
import type { UseCases } from '../domain/use-case.ts';
import { VISITOR } from './authenticate.ts';

/** Screens whose address is one fixed text. */
export const FIXED_PAGES: readonly string[] = [
  ...[
    '/',
    '/notifications',
    '/messages',
    '/search',
    '/settings',
    '/signup',
    '/signin',
    '/confirm',
    '/forgot',
  ],
  ...['/about', '/terms-of-service', '/privacy-policy', '/machines'],
];

/** Screens of one's own conversations: what is in them is nobody's business here. */
const CONVERSATION = /^\/messages\/(new\/)?[^/]+$/;
const PROFILE = /^\/@([^/]+)$/;
const POST = /^\/@([^/]+)\/status\/([^/]+)$/;

export type PageUseCases = Pick<UseCases, 'profilePage' | 'singlePost'>;

/**
 * The status of a page, as a visitor sees it: 200, 404 for what there is not, 410 for a crud that is forgotten.
 * @param path decoded, without the query
 */
export async function pageStatus(useCases: PageUseCases, path: string): Promise<number> {
  const place = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (FIXED_PAGES.includes(place) || CONVERSATION.test(place)) return 200;
  const [, handle = '', activity_uuid] = POST.exec(place) ?? PROFILE.exec(place) ?? [];
  if (handle === '' || handle.includes('\0')) return 404;
  const asVisitor = {
    ...{ query: undefined, body: undefined, ...VISITOR },
    ...{ page: { before: undefined, limit: 1 }, operation: { id: randomUUID(), fingerprint: '' } },
  };
  try {
    if (activity_uuid === undefined) await useCases.profilePage({ ...asVisitor, params: { handle } });
    else await useCases.singlePost({ ...asVisitor, params: { handle, activity_uuid } });
    return 200;
  } catch (failure) {
    if (failure instanceof Refusal) return failure.status;
    throw failure;
  }
}
