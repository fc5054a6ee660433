import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects all faults, so that they are reported together. */
export interface Faults {
  add(variable: string, text: string): void;
}

interface ValueRule<T> {
  faults: Faults;
  schema: z.ZodType<T>;
  /** The requirement in words, as it follows "must be". */
  wanted: string;
}

/** The trimmed value of a variable; an empty one counts as not set. */
export function readText(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function readValue<T>(
  env: Environment,
  name: string,
  { faults, schema, wanted }: ValueRule<T>,
): T | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  faults.add(name, `must be ${wanted}`);
  return undefined;
}

export function readOneOf<const T extends readonly [string, ...string[]]>(
  env: Environment,
  name: string,
  { faults, values }: { faults: Faults; values: T },
): T[number] | undefined {
  return readValue<T[number]>(env, name, {
    faults,
    schema: z.enum(values),
    wanted: `one of ${values.join(', ')}`,
  });
}

const ON = ['1', 'true', 'on', 'yes'];
const flagSchema = z.enum([...ON, '0', 'false', 'off', 'no']).transform((value) => ON.includes(value));

export function readOptionalFlag(env: Environment, name: string, faults: Faults): boolean | undefined {
  return readValue(env, name, { faults, schema: flagSchema, wanted: '1 or 0' });
}

/** Values that are separated by commas or spaces; empty when it is not set. */
export function readList(
  env: Environment,
  name: string,
  rule: { faults: Faults; isValid: (value: string) => boolean; wanted: string },
): string[] {
  const given = (readText(env, name) ?? '').split(/[\s,]+/).filter((value) => value !== '');
  if (!given.every(rule.isValid)) rule.faults.add(name, `must be ${rule.wanted}`);
  return given;
}

/** Off when not set. */
export function readFlag(env: Environment, name: string, faults: Faults): boolean {
  return readOptionalFlag(env, name, faults) ?? false;
}

export function readInteger(
  env: Environment,
  name: string,
  { faults, fallback, min, max }: { faults: Faults; fallback: number; min: number; max: number },
): number {
  const schema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
  return readValue(env, name, { faults, schema, wanted: `a whole number from ${min} to ${max}` }) ?? fallback;
}

export function readUrl(
  env: Environment,
  name: string,
  { faults, protocols }: { faults: Faults; protocols: readonly string[] },
): string | undefined {
  const schema = z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
  return readValue(env, name, {
    faults,
    schema,
    wanted: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
}

/** The origin of a web address, `https://example.com`. A path would be ignored silently, so it is a fault. */
export function readOrigin(env: Environment, name: string, faults: Faults): string | undefined {
  const address = readUrl(env, name, { faults, protocols: ['http:', 'https:'] });
  if (address === undefined) return undefined;
  const { origin, href } = new URL(address);
  if (href !== `${origin}/`)
    faults.add(name, `must be an origin such as ${origin}: the site works below no path`);
  return origin;
}

/** Text that matches a pattern. */
export function readPattern(
  env: Environment,
  name: string,
  { faults, pattern, wanted }: { faults: Faults; pattern: RegExp; wanted: string },
): string | undefined {
  return readValue(env, name, { faults, schema: z.string().regex(pattern), wanted });
}

/** A mail address, alone or as `Name <name@example.com>`, without line breaks, which would begin another header. */
const SENDER = /^(?:[^<>"\r\n]+ <[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/;

export function readMailAddress(env: Environment, name: string, faults: Faults): string | undefined {
  return readPattern(env, name, {
    faults,
    pattern: SENDER,
    wanted: 'an address such as Cruddur <no-reply@example.com>',
  });
}

export const isProduction = (env: Environment): boolean => readText(env, 'NODE_ENV') === 'production';
