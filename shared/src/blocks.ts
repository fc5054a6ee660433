import * as z from 'zod/mini';
import { shortUser } from './people.ts';
import { time, uuid } from './primitives.ts';

export const blockedPerson = z.object({ ...shortUser.shape, blocked_at: time });
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** How one person stands to the viewer after a block or its end. */
export const blockState = z.object({
  cognito_user_uuid: uuid,
  /** One of the two has blocked the other, so neither sees the other. */
  hidden: z.boolean(),
  /** The viewer has blocked this person. */
  blocked: z.boolean(),
});
export type BlockState = z.infer<typeof blockState>;

/** The calls about blocked people. */
export const blockCalls = {
  blockedPeople: {
    summary: 'List the people whom the viewer has blocked, latest first',
    access: 'person',
    budget: 'read',
    output: z.array(blockedPerson),
    errors: [],
  },
  blockPerson: {
    summary: 'Block a person, who and whose cruds are then hidden from the viewer, and the viewer from them',
    access: 'person',
    budget: 'write',
    output: blockState,
    errors: ['user_not_found', 'generic_403', 'generic_413'],
  },
  unblockPerson: {
    summary: 'Take back a block of the viewer',
    access: 'person',
    budget: 'write',
    output: blockState,
    errors: ['user_not_found'],
  },
} as const;
