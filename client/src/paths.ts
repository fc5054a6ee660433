/** The only place that spells an address of the site. */
export const paths = {
  home: '/',
  /** The More entry of the specification: a menu where scripts run, a harmless link elsewhere. */
  more: '/#',
  notifications: '/notifications',
  messages: '/messages',
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
  /** The service worker, which must lie at the root to serve the whole site. */
  worker: '/sw.js',
  /** The local pool's mailbox; served by the program, not by a screen. */
  localMail: '/local/mail',
} as const;

export function profilePath(handle: string): string {
  return `/@${encodeURIComponent(handle)}`;
}

export function statusPath(handle: string, uuid: string): string {
  return `${profilePath(handle)}/status/${encodeURIComponent(uuid)}`;
}

export function conversationPath(groupUuid: string): string {
  return `/messages/${encodeURIComponent(groupUuid)}`;
}

export function newConversationPath(handle: string): string {
  return `/messages/new/${encodeURIComponent(handle)}`;
}

export function searchPath(term: string): string {
  return `${paths.search}?term=${encodeURIComponent(term)}`;
}

/** A page of the way in, with the address that was typed on the one before. */
export function authPagePath(gate: 'signUp' | 'signIn' | 'confirm' | 'forgot', email = ''): string {
  const address = email.trim();
  return address === '' ? paths[gate] : `${paths[gate]}?email=${encodeURIComponent(address)}`;
}

/** @param version the profile's avatar_version where it is known; a new one makes browsers fetch the new picture */
export function avatarPath(id: string, version = 0): string {
  const picture = `/avatars/processed/${encodeURIComponent(id)}.jpg`;
  return version > 0 ? `${picture}?v=${version}` : picture;
}

/** Patterns for the router, which does not match an at sign before a parameter: screens check it themselves. */
export const routePatterns = {
  profile: '/:at',
  post: '/:at/status/:uuid',
  conversation: '/messages/:group',
  newConversation: '/messages/new/:handle',
} as const;

/** The handle of an `@handle` segment; null when the at sign or the handle is missing. */
export function parseHandleSegment(segment: string | undefined): string | null {
  return segment?.startsWith('@') && segment.length > 1 ? segment.slice(1) : null;
}
