import * as z from 'zod/mini';
import { MESSAGE_SENDERS } from './choices.ts';

/**
 * What a person shares with the other member of a conversation and sees of them, each of which is symmetric: if one of the two has it
 * off, neither sees it of the other. And who can start a conversation with the person.
 */
export const privacySettings = z.object({
  read_receipts: z.boolean(),
  typing: z.boolean(),
  presence: z.boolean(),
  messages_from: z.enum(MESSAGE_SENDERS),
});
export type PrivacySettings = z.infer<typeof privacySettings>;

/** What is left out stays as it is. */
export const privacyChange = z.partial(privacySettings);
export type PrivacyChange = z.infer<typeof privacyChange>;

/** The calls about privacy settings. */
export const privacyCalls = {
  privacySettings: {
    summary: 'Get what the viewer shares with the other members of conversations, and sees of them',
    access: 'person',
    budget: 'read',
    output: privacySettings,
    errors: [],
  },
  changePrivacySettings: {
    summary: 'Change some of the viewer’s privacy settings',
    access: 'person',
    budget: 'write',
    body: privacyChange,
    output: privacySettings,
    errors: [],
  },
} as const;
