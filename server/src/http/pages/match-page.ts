/** Screens that are the same for all visitors. */
const PUBLIC_PAGES = ['/', '/about', '/terms-of-service', '/privacy-policy'];
/** Screens that only the browser can make: of one's own, of a search, of the machines that run there. */
const SIGNED_IN_PAGES = ['/notifications', '/messages', '/search', '/settings', '/machines'];
/** The way in, which stands alone on its page. */
export const AUTH_PAGES = ['/signup', '/signin', '/confirm', '/forgot'];
/** Screens of one's own conversations: what is in them is nobody's business here. */
const CONVERSATION = /^\/messages\/(new\/)?[^/]+$/;
const PROFILE = /^\/@([^/]+)$/;
const POST = /^\/@([^/]+)\/status\/([^/]+)$/;

/** What stands at an address of the site. */
export type MatchedPage =
  | { kind: 'public' | 'own' | 'gate' | 'nowhere' }
  | { kind: 'profile'; handle: string }
  | { kind: 'post'; handle: string; activity_uuid: string };

/** @param path as in the request, without the query */
export function matchPage(path: string): MatchedPage {
  const decoded = decodeSegments(path);
  const pagePath = decoded.length > 1 ? decoded.replace(/\/$/, '') : decoded;
  if (PUBLIC_PAGES.includes(pagePath)) return { kind: 'public' };
  if (AUTH_PAGES.includes(pagePath)) return { kind: 'gate' };
  if (SIGNED_IN_PAGES.includes(pagePath) || CONVERSATION.test(pagePath)) return { kind: 'own' };
  const [, handle = '', activity_uuid] = (POST.exec(pagePath) ?? PROFILE.exec(pagePath) ?? []).map(
    withSlashes,
  );
  if (handle === '' || pagePath.includes('\0')) return { kind: 'nowhere' };
  return activity_uuid === undefined ? { kind: 'profile', handle } : { kind: 'post', handle, activity_uuid };
}

/** As the browser's router does it: a slash that is encoded does not end its segment. */
function decodeSegments(path: string): string {
  const segments = path.split('/').map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'));
  return segments.join('/');
}

const withSlashes = (segment: string) => segment.replaceAll('%2F', '/');
