/**
 * The addresses of the site's pages: the only place that spells them. The client's router and links, the server's page handler,
 * the service worker and the build read these tables.
 */
export const pageUrls = {
  home: '/',
  notifications: '/notifications',
  messages: '/messages',
  requests: '/messages/requests',
  settings: '/settings',
  search: '/search',
  signUp: '/signup',
  signIn: '/signin',
  confirm: '/confirm',
  forgot: '/forgot',
  about: '/about',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  machines: '/machines',
} as const;

/** Pages with parameters: `{name}` takes one segment, or what follows the at sign of one. `pathOf` fills them in. */
export const pageUrlPatterns = {
  profile: '/@{handle}',
  post: '/@{handle}/status/{activity_uuid}',
  conversation: '/messages/{message_group_uuid}',
  newConversation: '/messages/new/{handle}',
} as const;

export type PageName = keyof typeof pageUrls | keyof typeof pageUrlPatterns;

/** Sign-in, sign-up, confirmation and recovery: pages with a form and without navigation. */
export type AuthPageName = 'signUp' | 'signIn' | 'confirm' | 'forgot';
export const AUTH_PAGE_URLS: readonly string[] = [
  pageUrls.signIn,
  pageUrls.signUp,
  pageUrls.confirm,
  pageUrls.forgot,
];

/** The page that the service worker caches for offline use; the server sends it without personal content. */
export const OFFLINE_PAGE_URL = pageUrls.settings;

/** Files below it have a hash in their names and never change. */
export const HASHED_FILES_PREFIX = '/static/';

/** The server answers URLs with these prefixes itself; a navigation to any other URL opens a page. */
export const NON_PAGE_PREFIXES = [
  '/api/',
  '/avatars/',
  '/local/',
  HASHED_FILES_PREFIX,
  '/healthz',
  '/readyz',
  '/metrics',
] as const;

/** @param version the profile's `avatar_version` if known; a new version makes browsers fetch the new picture */
export function avatarUrl(id: string, version = 0): string {
  const picture = `/avatars/processed/${encodeURIComponent(id)}.jpg`;
  return version > 0 ? `${picture}?v=${version}` : picture;
}
