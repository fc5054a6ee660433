import * as z from 'zod/mini';

/**
 * What a person shares with the other member of a conversation and sees of them. Each is symmetric: if one of the two has it off,
 * neither sees it of the other.
 */
export const privacySettings = z.object({
  read_receipts: z.boolean(),
  typing: z.boolean(),
  presence: z.boolean(),
});
export type PrivacySettings = z.infer<typeof privacySettings>;

/** What is left out stays as it is. */
export const privacyChange = z.partial(privacySettings);
export type PrivacyChange = z.infer<typeof privacyChange>;
