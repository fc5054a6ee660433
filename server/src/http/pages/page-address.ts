import type { Request } from 'express';
import { type PageName, pageUrlPatterns, pageUrls } from '@cruddur/shared';
import { matchSegments, parsePattern } from '../match-route.ts';

/** A requested page. */
export interface PageAddress {
  /** Path and query, as the browser's router reads them. */
  url: string;
  /** The decoded path. */
  path: string;
  page: MatchedPage;
  hasQuery: boolean;
  /** A return from the hosted pages: the browser finishes the sign-in before the viewer is known. */
  isHostedReturn: boolean;
}

/** @throws URIError for broken escapes */
export function readPageAddress({ url, path, query }: Request): PageAddress {
  return {
    url,
    path: decodeURIComponent(path),
    page: matchPage(path),
    hasQuery: url !== path,
    isHostedReturn: query.state !== undefined,
  };
}

/**
 * How each page is served: `public` pages are equal for all visitors, `personal` pages are rendered by the browser only because
 * they depend on the session, `auth` pages have no navigation around them. Home, profiles and posts are public with content of their own.
 */
const PAGE_KINDS = {
  home: 'home',
  about: 'public',
  terms: 'public',
  privacy: 'public',
  signUp: 'auth',
  signIn: 'auth',
  confirm: 'auth',
  forgot: 'auth',
  notifications: 'personal',
  messages: 'personal',
  requests: 'personal',
  conversation: 'personal',
  newConversation: 'personal',
  search: 'personal',
  settings: 'personal',
  machines: 'personal',
  profile: 'profile',
  post: 'post',
} as const satisfies Record<PageName, string>;

const pages = Object.entries({ ...pageUrls, ...pageUrlPatterns }).map(([name, url]) => ({
  kind: PAGE_KINDS[name as PageName],
  url,
  segments: parsePattern(url),
}));

/** The addresses of the auth pages. */
export const authPageUrls: string[] = pages.filter(({ kind }) => kind === 'auth').map(({ url }) => url);

/** The page at an address of the site; `missing` where there is none. */
export type MatchedPage =
  | { kind: 'public' | 'home' | 'personal' | 'auth' | 'missing' }
  | { kind: 'profile'; handle: string }
  | { kind: 'post'; handle: string; activity_uuid: string };

/** @param path as in the request, without the query. @throws URIError for broken escapes */
export function matchPage(path: string): MatchedPage {
  // As React Router decodes it: an encoded slash does not end its segment, also when it is encoded twice.
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('%2F', '/'));
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  for (const { kind, segments } of pages) {
    const params = matchSegments(segments, parts);
    if (!params) continue;
    if (kind !== 'profile' && kind !== 'post') return { kind };
    const { handle = '', activity_uuid = '' } = params;
    // PostgreSQL stores no zero character.
    if (`${handle}${activity_uuid}`.includes('\0')) return { kind: 'missing' };
    return kind === 'profile' ? { kind, handle } : { kind, handle, activity_uuid };
  }
  return { kind: 'missing' };
}
