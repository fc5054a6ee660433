import { routes, type RouteName } from '@cruddur/shared';
import type { Random } from '../../chaos/random.ts';
import type { FuzzTargets } from './targets.ts';
import { mutateObject, mutateText, createHostileText, serializeMaybeBroken, type Json } from './values.ts';

const NAMES = Object.keys(routes) as RouteName[];
/** Calls that would end the session or account of all other inputs, if they carried a valid token. */
const ENDS_SESSIONS: readonly RouteName[] = ['deleteAccount', 'endSession'];
const QUERY_KEYS = ['limit', 'before', 'after', 'term', 'public', 'me', 'term[a]', '__proto__', 'v'];
const OTHER_PATHS = [
  ...[
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/signin',
    '/@x',
    '/avatars/processed/x.jpg',
    '/avatars/uploads/x.png',
  ],
  ...[
    '/local/mail',
    '/local/clock',
    '/local/idp/oauth2/token',
    '/local/idp/oauth2/authorize',
    '/local/idp/login',
  ],
  ...[
    '/local/idp/logout',
    '/assets/x.js',
    '/manifest.webmanifest',
    '/sw.js',
    '/openapi.json',
    '/..%2f..%2fetc/passwd',
  ],
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** A request that is well-formed HTTP and nearly a valid call. */
export function createHttpInput(random: Random, targets: FuzzTargets): Buffer {
  const name = random.pick(NAMES);
  const isCall = random.next() < 0.85;
  const path = isCall ? fillPath(random, targets, routes[name].path) : random.pick(OTHER_PATHS);
  const method = random.next() < 0.95 && isCall ? routes[name].method : random.pick(METHODS);
  const hasBody = method !== 'GET' || random.next() < 0.02;
  const body = hasBody
    ? serializeMaybeBroken(random, mutateObject(random, createValidBody(random, targets, name)))
    : '';
  const person = random.pick(targets.people);
  const token =
    ENDS_SESSIONS.includes(name) || !isCall
      ? createHostileText(random)
      : mutateToken(random, person.accessToken);
  const type =
    random.next() < 0.97
      ? 'application/json'
      : random.pick(['text/plain', 'application/xml', 'a', 'multipart/form-data']);
  return encodeRequest(`${method} ${path}${createQuery(random)}`, body, {
    authorization: `Bearer ${token}`,
    'amz-sdk-invocation-id': random.next() < 0.9 ? randomUuid(random) : createHostileText(random),
    ...(hasBody && { 'content-type': type }),
    ...(random.next() < 0.05 && { origin: createHostileText(random), cookie: createHostileText(random) }),
    ...(random.next() < 0.03 && {
      'x-forwarded-for': createHostileText(random),
      accept: createHostileText(random),
    }),
  });
}

/** A complete request. Characters that a header cannot contain are left out of the headers. */
export function encodeRequest(line: string, body: string, headers: Record<string, string>): Buffer {
  const bytes = Buffer.from(body);
  const all = {
    host: 'localhost',
    ...headers,
    ...(bytes.length > 0 && { 'content-length': String(bytes.length) }),
  };
  // oxlint-disable-next-line no-control-regex -- exactly these are forbidden in a header
  const clean = (value: string) => value.replace(/[\0-\x1f\x7f-\uffff]/g, '').slice(0, 4000);
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${clean(value)}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
}

/** Lone surrogates cannot be percent-encoded. */
const replaceLoneSurrogates = (text: string) => Buffer.from(text).toString();

const randomUuid = (random: Random) =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => random.between(0, 15).toString(16));

function mutateToken(random: Random, token: string): string {
  const chance = random.next();
  return chance < 0.9 ? token : chance < 0.97 ? mutateText(random, token) : createHostileText(random);
}

function fillPath(random: Random, targets: FuzzTargets, path: string): string {
  const valid: Record<string, () => string> = {
    handle: () => random.pick(targets.people).handle,
    activity_uuid: () => random.pick(targets.activities),
    message_group_uuid: () => random.pick(targets.groups),
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = valid[key]?.() ?? createHostileText(random);
    const chance = random.next();
    if (chance < 0.7) return value;
    if (chance < 0.95) return encodeURIComponent(replaceLoneSurrogates(mutateText(random, value)));
    return random.pick(['%', '%ff', '%00', '%2F', '..', '%E0%A4%A', '@', '__proto__', 'a'.repeat(3000)]);
  });
}

function createQuery(random: Random): string {
  if (random.next() < 0.6) return '';
  const one = () =>
    `${random.pick(QUERY_KEYS)}=${encodeURIComponent(replaceLoneSurrogates(createHostileText(random)))}`;
  const pairs = Array.from({ length: random.between(1, 3) }, one);
  return `?${[...pairs, ...(random.next() < 0.1 ? ['%ff', '%'] : [])].join('&')}`;
}

function createValidBody(random: Random, targets: FuzzTargets, name: RouteName): Record<string, Json> {
  const message = `fuzz @${random.pick(targets.people).handle} #fuzz`;
  const bodies: Partial<Record<RouteName, Record<string, Json>>> = {
    createActivity: { message, ttl: '1-hour' },
    createReply: { message, activity_uuid: random.pick(targets.activities) },
    sendMessage:
      random.next() < 0.5
        ? { message, message_group_uuid: random.pick(targets.groups) }
        : { message, handle: random.pick(targets.people).handle },
    markMessagesRead: { uuid: random.pick(targets.activities) },
    markNotificationsRead: { cursor: '1.x' },
    updateProfile: { display_name: 'A name', bio: 'a bio' },
    requestAvatarUpload: { extension: 'png' },
    endSession: { all: true },
    changePrivacySettings: { messages_from: random.pick(['everyone', 'known', 'none']) },
    mute: { kind: 'word', value: 'spoiler', duration: '1-hour' },
    subscribePush: {
      endpoint: 'https://push.example.com/abc',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
      choice: { messages: true, replies: true, mentions: true },
    },
    report: { kind: 'crud', uuid: random.pick(targets.activities), reason: 'spam', note: message },
  };
  return bodies[name] ?? {};
}
