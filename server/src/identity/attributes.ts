import * as z from 'zod/mini';
import { Refusal } from '../domain/errors.ts';
import type { PersonAttributes } from '../domain/ports.ts';

/** The fields of a pool's GetUser answer that are used here. */
const userAnswer = z.object({
  Username: z.string(),
  UserAttributes: z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })),
});

/** @throws Refusal generic_503 when the answer has another shape */
export function parseAttributes(answer: unknown): PersonAttributes {
  const user = userAnswer.safeParse(answer);
  if (!user.success) throw new Refusal('generic_503');
  const found = new Map(user.data.UserAttributes.map(({ Name, Value }) => [Name, Value ?? '']));
  const of = (name: keyof PersonAttributes) => found.get(name) ?? '';
  return { name: of('name'), preferred_username: of('preferred_username'), email: of('email') };
}
