import { routes, type RouteName } from '@cruddur/shared';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { FuzzTargets } from './targets.ts';
import { chooseBody, chooseParam, chooseQuery, type CallChoice } from './valid-calls.ts';
import { mutateObject, mutateText, createHostileText, serializeMaybeBroken } from './values.ts';

const NAMES = Object.keys(routes) as RouteName[];
/** The share of inputs whose body, path and query are valid as far as they are chosen here. */
const VALID_SHARE = 0.35;
const QUERY_KEYS = ['limit', 'before', 'after', 'term', 'public', 'me', 'term[a]', '__proto__', 'v'];
const OTHER_PATHS =
  `/ /healthz /readyz /metrics /signin /@x /avatars/processed/x.jpg /avatars/uploads/x.png /local/mail /local/clock
  /local/idp/oauth2/token /local/idp/oauth2/authorize /local/idp/login /local/idp/logout /assets/x.js /manifest.webmanifest /sw.js
  /openapi.json /..%2f..%2fetc/passwd`.split(/\s+/);
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

export interface HttpInput {
  bytes: Buffer;
  /** The call whose address it has; null for another path. */
  call: RouteName | null;
}

/** A request that is well-formed HTTP and nearly a valid call, or a valid one. */
export function createHttpInput(random: Random, targets: FuzzTargets): HttpInput {
  const choice: CallChoice = {
    ...{ random, targets, name: random.pick(NAMES), person: random.pick(targets.people) },
    crud: random.pick(random.pick(targets.people).cruds),
  };
  const route = routes[choice.name];
  const isCall = random.next() < 0.85;
  const isValid = random.next() < VALID_SHARE;
  const path = isCall ? fillPath(choice, route.path, isValid) : random.pick(OTHER_PATHS);
  const method = isCall && (isValid || random.next() < 0.95) ? route.method : random.pick(METHODS);
  const hasBody = method !== 'GET' || random.next() < 0.02;
  const body = hasBody ? createBody(choice, isValid) : '';
  const token = isCall ? mutateToken(random, chooseToken(choice)) : createHostileText(random);
  const type =
    random.next() < 0.97
      ? 'application/json'
      : random.pick(['text/plain', 'application/xml', 'a', 'multipart/form-data']);
  const query = isValid ? chooseQuery(choice) : createQuery(random);
  const bytes = encodeRequest(`${method} ${path}${query}`, body, {
    authorization: `Bearer ${token}`,
    'amz-sdk-invocation-id': random.next() < 0.9 ? randomUuid(random) : createHostileText(random),
    ...(hasBody && { 'content-type': type }),
    ...(random.next() < 0.05 && { origin: createHostileText(random), cookie: createHostileText(random) }),
    ...(random.next() < 0.03 && {
      'x-forwarded-for': createHostileText(random),
      accept: createHostileText(random),
    }),
  });
  return { bytes, call: isCall && method === route.method ? choice.name : null };
}

function createBody(choice: CallChoice, isValid: boolean): string {
  const body = chooseBody(choice);
  if (isValid) return JSON.stringify(body);
  return serializeMaybeBroken(choice.random, mutateObject(choice.random, body));
}

/** Calls that end a session or an account have tokens of their own: all other inputs need theirs. */
function chooseToken({ random, targets, name, person }: CallChoice): string {
  if (name === 'deleteAccount' || name === 'endSession') return random.pick(targets.leaving[name]);
  return person.accessToken;
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

function fillPath(choice: CallChoice, path: string, isValid: boolean): string {
  const { random } = choice;
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = chooseParam(key, choice);
    const chance = random.next();
    if (isValid || chance < 0.7) return value;
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
