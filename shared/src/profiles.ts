import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { AVATAR_EXTENSIONS, AVATAR_MAX_BYTES, BIO_MAX, DISPLAY_NAME_MAX } from './limits.ts';
import { profile } from './people.ts';
import { maxCharacters, notBlank, operationErrors, optionalText, rule, text } from './primitives.ts';
import { isAllowedName } from './text/display-name.ts';

export const profilePage = z.object({ profile, activities: z.array(activity) });
export type ProfilePage = z.infer<typeof profilePage>;

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

/** The calls about profiles and their pictures. */
export const profileCalls = {
  profilePage: {
    summary: 'Get a profile with its cruds and reposts',
    access: 'optional',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: profilePage,
    errors: ['user_not_found'],
  },
  updateProfile: {
    summary: 'Change the viewer’s display name and bio',
    access: 'person',
    budget: 'write',
    operation: true,
    body: profileUpdate,
    output: updatedProfile,
    errors: [
      'display_name_blank',
      'display_name_exceed_max_chars_50',
      'display_name_invalid',
      'bio_exceed_max_chars_160',
      ...operationErrors,
    ],
  },
  requestAvatarUpload: {
    summary: 'Create an upload URL for one PUT of a picture, valid for 300 s',
    access: 'person',
    budget: 'write',
    body: avatarUpload,
    output: z.object({ url: z.string() }),
    errors: ['extension_invalid', 'generic_413'],
  },
} as const;
