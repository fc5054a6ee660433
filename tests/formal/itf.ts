import { readFile } from 'node:fs/promises';

/** The states of a trace in Apalache's Informal Trace Format: variables by name, without the name of their module. */
export type Trace<State> = readonly State[];

/** A variant of a sum type. */
export interface Variant<Name extends string, Value = unknown> {
  tag: Name;
  value: Value;
}

export async function readTrace<State>(file: string): Promise<Trace<State>> {
  const { states } = JSON.parse(await readFile(file, 'utf8')) as { states: Record<string, unknown>[] };
  return states.map((state) => {
    const variables = Object.entries(state).filter(([name]) => name !== '#meta');
    return Object.fromEntries(
      variables.map(([name, value]) => [name.split('::').at(-1) ?? name, decode(value)]),
    ) as State;
  });
}

/** Numbers become numbers, sets and lists arrays, maps objects, and tuples arrays. */
function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  if ('#bigint' in value) return Number(value['#bigint']);
  if ('#set' in value) return decode(value['#set']);
  if ('#tup' in value) return decode(value['#tup']);
  if ('#map' in value)
    return Object.fromEntries(
      (decode(value['#map']) as [string | number, unknown][]).map(([key, one]) => [key, one]),
    );
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]));
}
