import { EMAIL_MAX, isStorable, normalizeEmail, normalizePassword, PASSWORD_MAX } from '@cruddur/shared';
import { z } from 'zod';

const text = (max: number) =>
  z
    .string()
    .min(1, 'Member must have length greater than or equal to 1')
    .max(max, `Member must have length less than or equal to ${max}`)
    .refine(isStorable, 'Member must be well-formed text');

/** Schemas of members that several operations share. */
export const input = {
  clientId: text(128),
  username: text(EMAIL_MAX),
  password: text(PASSWORD_MAX).transform(normalizePassword),
  code: text(2048),
  token: text(8192),
  identityId: z
    .string()
    .max(55)
    .regex(/^[\w-]+:[0-9a-f-]+$/, 'Member must satisfy regular expression pattern: [\\w-]+:[0-9a-f-]+'),
  deviceName: text(1024),
  deviceKey: z
    .string()
    .regex(/^[\w-]+_[0-9a-f-]+$/, 'Member must satisfy regular expression pattern: [\\w-]+_[0-9a-f-]+')
    .max(55),
  attributes: z
    .array(z.object({ Name: text(32), Value: text(2048).or(z.literal('')).optional() }))
    .max(25, 'Member must have length less than or equal to 25'),
};

/** One form for all spellings of a mail address. */
export const toMailbox = (text: string): string => normalizeEmail(text).toLowerCase();
