import { pageUrlPatterns, pageUrls, pathOf, type AuthPageName } from '@cruddur/shared';

/** Addresses without parameters that the client links to. */
export const paths = {
  ...pageUrls,
  /** The More entry of the specification: a menu where scripts run, a harmless link elsewhere. */
  more: '/#',
  /** The service worker; it controls the whole site only from the root. */
  worker: '/sw.js',
  /** The local pool's mailbox, a page that the server renders outside of the client. */
  localMail: '/local/mail',
} as const;

export function profilePath(handle: string): string {
  return pathOf({ path: pageUrlPatterns.profile }, { handle });
}

export function statusPath(handle: string, uuid: string): string {
  return pathOf({ path: pageUrlPatterns.post }, { handle, activity_uuid: uuid });
}

export function conversationPath(groupUuid: string): string {
  return pathOf({ path: pageUrlPatterns.conversation }, { message_group_uuid: groupUuid });
}

export function newConversationPath(handle: string): string {
  return pathOf({ path: pageUrlPatterns.newConversation }, { handle });
}

export function searchPath(term: string): string {
  return `${paths.search}?term=${encodeURIComponent(term)}`;
}

/** An auth page, with the email address that was typed on the previous one. */
export function authPagePath(page: AuthPageName, email = ''): string {
  const address = email.trim();
  return address === '' ? paths[page] : `${paths[page]}?email=${encodeURIComponent(address)}`;
}

/**
 * The patterns in React Router's syntax. The router does not match an at sign before a parameter, so `@{handle}` becomes `:at`,
 * which screens read with `parseHandleSegment`.
 */
export const routePatterns = {
  profile: toRouterPattern(pageUrlPatterns.profile),
  post: toRouterPattern(pageUrlPatterns.post),
  conversation: toRouterPattern(pageUrlPatterns.conversation),
  newConversation: toRouterPattern(pageUrlPatterns.newConversation),
} as const;

function toRouterPattern(pattern: string): string {
  return pattern.replace('@{handle}', ':at').replace(/\{(\w+)\}/g, ':$1');
}

/** The handle of an `@handle` segment; null when the at sign or the handle is missing. */
export function parseHandleSegment(segment: string | undefined): string | null {
  return segment?.startsWith('@') && segment.length > 1 ? segment.slice(1) : null;
}
