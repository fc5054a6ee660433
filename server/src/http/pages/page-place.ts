/** Screens that are the same for all visitors. */
const PUBLIC = ['/', '/about', '/terms-of-service', '/privacy-policy'];
/** Screens that only the browser can make: of one's own, of a search, of the machines that run there. */
const OWN = ['/notifications', '/messages', '/search', '/settings', '/machines'];
/** The way in, which stands alone on its page. */
export const GATES = ['/signup', '/signin', '/confirm', '/forgot'];
/** Screens of one's own conversations: what is in them is nobody's business here. */
const CONVERSATION = /^\/messages\/(new\/)?[^/]+$/;
const PROFILE = /^\/@([^/]+)$/;
const POST = /^\/@([^/]+)\/status\/([^/]+)$/;

/** What stands at an address of the site. */
export type PagePlace =
  | { kind: 'public' | 'own' | 'gate' | 'nowhere' }
  | { kind: 'profile'; handle: string }
  | { kind: 'post'; handle: string; activity_uuid: string };

/** @param path decoded, without the query */
export function placeOf(path: string): PagePlace {
  const place = path.length > 1 ? path.replace(/\/$/, '') : path;
  if (PUBLIC.includes(place)) return { kind: 'public' };
  if (GATES.includes(place)) return { kind: 'gate' };
  if (OWN.includes(place) || CONVERSATION.test(place)) return { kind: 'own' };
  const [, handle = '', activity_uuid] = POST.exec(place) ?? PROFILE.exec(place) ?? [];
  if (handle === '' || place.includes('\0')) return { kind: 'nowhere' };
  return activity_uuid === undefined ? { kind: 'profile', handle } : { kind: 'post', handle, activity_uuid };
}
