import type { Random } from '../../../../client/devtools/simulation/random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const TEXTS = [
  ...['', ' ', '\0', '\ud800', '\u202e', '\u200b', '\ufeff', '\r\n', '"', '\\', '%00', '%', '../..'],
  ...['@', '#', "' or 1=1 --", '<script>', '{{7*7}}', '${1}', 'constructor', '__proto__', 'toString'],
  ...['null', '-1', '1e309', '0.0', '9999999999999999999.x', '00000000-0000-0000-0000-000000000000'],
  ...['a'.repeat(1025), 'é'.repeat(5000)],
];
const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE];
const KEYS = ['__proto__', 'constructor', 'toString', 'length', '', 'then', 'message', 'uuid'];

/** Texts that parsers mishandle: control characters, lone surrogates, long texts, reserved words. */
export function createHostileText(random: Random): string {
  if (random.next() < 0.6) return random.pick(TEXTS);
  const length = random.between(1, 40);
  return Array.from({ length }, () => String.fromCharCode(random.between(0, 0xffff))).join('');
}

export function createHostileJson(random: Random, depth = 3): Json {
  switch (random.between(0, depth > 0 ? 6 : 3)) {
    case 0:
      return random.pick(NUMBERS);
    case 1:
      return random.pick([null, true, false]);
    case 2:
    case 3:
      return createHostileText(random);
    case 4:
      return Array.from({ length: random.between(0, 4) }, () => createHostileJson(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.between(0, 3) }, () => [
          random.pick(KEYS),
          createHostileJson(random, depth - 1),
        ]),
      );
  }
}

/** A valid object with one to three defects: a field missing, replaced, added or slightly changed. */
export function mutateObject(random: Random, valid: Readonly<Record<string, Json>>): Json {
  if (random.next() < 0.1) return createHostileJson(random);
  const entries = new Map(Object.entries(valid));
  for (let left = random.between(0, 3); left > 0; left -= 1) {
    const key = entries.size > 0 ? random.pick([...entries.keys()]) : 'message';
    const choice = random.between(0, 3);
    if (choice === 0) entries.delete(key);
    else if (choice === 1) entries.set(key, createHostileJson(random));
    else if (choice === 2) entries.set(random.pick(KEYS), createHostileJson(random));
    else entries.set(key, mutateText(random, toText(entries.get(key))));
  }
  return Object.fromEntries(entries);
}

/** Not `String`: an object may have a `toString` that is no function. */
const toText = (value: Json = '') => (typeof value === 'string' ? value : JSON.stringify(value));

/** One character removed, inserted or changed, or a part repeated. */
export function mutateText(random: Random, text: string): string {
  const at = random.between(0, text.length);
  const rest = text.slice(at + random.between(0, 1));
  const put = random.pick(['', 'x', '\0', '%', '.', createHostileText(random), text.slice(0, at)]);
  return text.slice(0, at) + put + rest;
}

/** JSON, or text that is nearly JSON. */
export function serializeMaybeBroken(random: Random, value: Json): string {
  const text = JSON.stringify(value);
  const chance = random.next();
  if (chance < 0.9) return text;
  if (chance < 0.95) return mutateText(random, text);
  const depth = random.between(1, 8000);
  return `{"message":${'['.repeat(depth)}${random.next() < 0.5 ? ']'.repeat(depth) + '}' : ''}`;
}
