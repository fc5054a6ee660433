import * as z from 'zod/mini';
import { shortUser } from './person.ts';
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
