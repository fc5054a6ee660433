import * as z from 'zod/mini';
import type { Trace } from './trace.ts';

/** Above what the page records, and small enough to keep the browser responsive. */
const MAX_CHARACTERS = 32_000_000;
const MAX_ENTRIES = 20_000;
/** The range of a Date, in milliseconds. */
const MAX_TIMESTAMP = 8.64e15;

const names = z.array(z.string());
const time = z.number().check(z.gte(-MAX_TIMESTAMP), z.lte(MAX_TIMESTAMP));
const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const common = {
  tab: z.string(),
  n: z.number(),
  at: time,
  actor: z.string(),
  cause: z.nullable(z.number()),
};
const machineState = {
  states: names,
  context: fields,
  timers: z.array(z.object({ delay: z.string(), ends: time, ms: z.number() })),
};

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('machine'), machine: z.string(), ...common, ...machineState }),
  z.object({ kind: z.literal('work'), source: z.string(), parent: z.string(), ...common }),
  z.object({
    kind: z.literal('event'),
    machine: z.string(),
    event: z.string(),
    payload: fields,
    sender: z.nullable(z.string()),
    from: names,
    taken: z.array(names),
    actions: names,
    ...common,
    ...machineState,
  }),
  z.object({ kind: z.literal('command'), event: z.string(), ...common }),
  z.object({ kind: z.literal('end'), how: z.enum(['done', 'failed', 'stopped', 'unwatched']), ...common }),
]);

const trace = z.object({
  format: z.literal('cruddur-trace'),
  version: z.literal(1),
  entries: z.array(entry).check(z.maxLength(MAX_ENTRIES)),
});

/**
 * Parses an exported trace and sorts its entries by time.
 * @param text the file's content, which is not trusted
 * @throws Error with a message for the user
 */
export function parseTrace(text: string): Trace {
  if (text.length > MAX_CHARACTERS) throw new Error('This file is too large to be a Cruddur trace.');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This file isn’t JSON.');
  }
  const parsed = trace.safeParse(json);
  if (!parsed.success) throw new Error(formatIssue(parsed.error.issues[0]?.path ?? []));
  const { entries } = parsed.data;
  return { ...parsed.data, entries: entries.sort((one, other) => one.at - other.at) };
}

const formatIssue = (path: readonly PropertyKey[]) =>
  `This file isn’t a Cruddur trace: ${path.length === 0 ? 'its content' : path.join('.')} isn’t valid.`;
