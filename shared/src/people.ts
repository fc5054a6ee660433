import * as z from 'zod/mini';
import { count } from './primitives.ts';

export const shortUser = z.object({
  handle: z.string(),
  display_name: z.string(),
  cognito_user_uuid: z.string(),
  /** Increases with each new picture; 0 while there is none, so clients do not request it. */
  avatar_version: count,
});
export type ShortUser = z.infer<typeof shortUser>;

export const profile = z.object({
  ...shortUser.shape,
  bio: z.string(),
  /** The person's unexpired top-level cruds. */
  cruds_count: count,
});
export type Profile = z.infer<typeof profile>;

/** The calls that find people. */
export const peopleCalls = {
  suggestedUsers: {
    summary: 'List suggested people',
    access: 'person',
    budget: 'read',
    output: z.array(shortUser),
    errors: [],
  },
  shortUser: {
    summary: 'Find a person by handle',
    access: 'person',
    budget: 'lookup',
    output: shortUser,
    errors: ['user_not_found'],
  },
  handleAvailable: {
    summary: 'Check whether a handle is available',
    access: 'public',
    budget: 'lookup',
    output: z.object({ available: z.boolean() }),
    errors: [],
  },
} as const;
