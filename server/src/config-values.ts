import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects what is wrong, so that all of it is said at once. */
export interface Faults {
  add(variable: string, text: string): void;
}

interface Kind<T> {
  faults: Faults;
  schema: z.ZodType<T>;
  /** What the value must be, after "must be". */
  wanted: string;
}

/** The value of a variable; an empty one counts as not set. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function read<T>(env: Environment, name: string, { faults, schema, wanted }: Kind<T>): T | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  faults.add(name, `must be ${wanted}`);
  return undefined;
}

export function oneOf<const T extends readonly [string, ...string[]]>(
  env: Environment,
  name: string,
  { faults, values }: { faults: Faults; values: T },
): T[number] | undefined {
  return read<T[number]>(env, name, {
    faults,
    schema: z.enum(values),
    wanted: `one of ${values.join(', ')}`,
  });
}

const ON = ['1', 'true', 'on', 'yes'];
const flagSchema = z.enum([...ON, '0', 'false', 'off', 'no']).transform((value) => ON.includes(value));

export function optionalFlag(env: Environment, name: string, faults: Faults): boolean | undefined {
  return read(env, name, { faults, schema: flagSchema, wanted: '1 or 0' });
}

/** Off when not set. */
export function flag(env: Environment, name: string, faults: Faults): boolean {
  return optionalFlag(env, name, faults) ?? false;
}

export function integer(
  env: Environment,
  name: string,
  { faults, fallback, min, max }: { faults: Faults; fallback: number; min: number; max: number },
): number {
  const schema = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
  return read(env, name, { faults, schema, wanted: `a whole number from ${min} to ${max}` }) ?? fallback;
}

export function url(
  env: Environment,
  name: string,
  { faults, protocols }: { faults: Faults; protocols: readonly string[] },
): string | undefined {
  const schema = z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
  return read(env, name, {
    faults,
    schema,
    wanted: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
}

/** The origin of a web address, `https://example.com`. */
export function origin(env: Environment, name: string, faults: Faults): string | undefined {
  const address = url(env, name, { faults, protocols: ['http:', 'https:'] });
  return address === undefined ? undefined : new URL(address).origin;
}
