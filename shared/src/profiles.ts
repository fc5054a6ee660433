import * as z from 'zod/mini';
import { isAllowedName } from '../display-name.ts';
import { AVATAR_EXTENSIONS, AVATAR_MAX_BYTES, BIO_MAX, DISPLAY_NAME_MAX } from '../limits.ts';
import { maxCharacters, count, optionalText, notBlank, rule, text } from './primitives.ts';

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

export const profileUpdate = z.object({
  display_name: optionalText.check(
    notBlank('display_name_blank'),
    maxCharacters(DISPLAY_NAME_MAX, 'display_name_exceed_max_chars_50'),
    rule(isAllowedName, 'display_name_invalid'),
  ),
  /** When left out, the bio stays as it is. */
  bio: z.nullish(text.check(maxCharacters(BIO_MAX, 'bio_exceed_max_chars_160'))),
});
export type ProfileUpdate = z.infer<typeof profileUpdate>;

export const updatedProfile = z.object({
  uuid: z.string(),
  handle: z.string(),
  display_name: z.string(),
  bio: z.string(),
});
export type UpdatedProfile = z.infer<typeof updatedProfile>;

const extensions: readonly string[] = AVATAR_EXTENSIONS;
export const avatarUpload = z.object({
  extension: z.pipe(
    optionalText.check(rule((value) => extensions.includes(value), 'extension_invalid')),
    z.transform((value) => value as (typeof AVATAR_EXTENSIONS)[number]),
  ),
  /** In bytes, if the client knows it: the address of an upload to a bucket then accepts this length only. */
  size: z.optional(
    z.int().check(
      z.positive(),
      rule((value) => value <= AVATAR_MAX_BYTES, 'generic_413'),
    ),
  ),
});
export type AvatarUpload = z.infer<typeof avatarUpload>;

export const hashtagCount = z.object({ hashtag: z.string(), count });
export type HashtagCount = z.infer<typeof hashtagCount>;
