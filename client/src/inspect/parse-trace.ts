import * as z from 'zod/mini';
import type { Trace } from './trace.ts';

const names = z.array(z.string());
const shown = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const common = {
  ...{ tab: z.string(), n: z.number(), at: z.number(), actor: z.string(), cause: z.nullable(z.number()) },
};
const standing = {
  ...{ states: names, context: shown },
  timers: z.array(z.object({ delay: z.string(), ends: z.number(), ms: z.number() })),
};

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('machine'), machine: z.string(), ...common, ...standing }),
  z.object({ kind: z.literal('work'), source: z.string(), parent: z.string(), ...common }),
  z.object({
    ...{ kind: z.literal('event'), machine: z.string(), event: z.string(), payload: shown },
    ...{ sender: z.nullable(z.string()), from: names, taken: z.array(names), actions: names },
    ...common,
    ...standing,
  }),
  z.object({ kind: z.literal('command'), event: z.string(), ...common }),
  z.object({ kind: z.literal('end'), how: z.enum(['done', 'failed', 'stopped']), ...common }),
]);

const trace = z.object({
  format: z.literal('cruddur-trace'),
  version: z.literal(1),
  entries: z.array(entry),
});

/**
 * A trace as it was taken along.
 * @param text the file's content, from anywhere
 * @throws Error saying in words what is wrong with it
 */
export function parseTrace(text: string): Trace {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('This file is no JSON.');
  }
  const parsed = trace.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`This is no trace of Cruddur: ${whereOf(issue?.path ?? [])} is not as it should be.`);
}

const whereOf = (path: readonly PropertyKey[]) => (path.length === 0 ? 'the whole' : path.join('.'));
