import * as z from 'zod/mini';
import { MUTE_DURATIONS, MUTE_KINDS } from './choices.ts';
import { MUTED_WORD_MAX } from './limits.ts';
import { shortUser } from './people.ts';
import { optionalText, rule, time, uuid } from './primitives.ts';
import { countCharacters } from './text/counting.ts';
import { foldText } from './text/folding.ts';
import { hashtagsOf } from './text/tokens.ts';

/** What a person does not want to see, until a time or, with null, until it is undone. */
export const mute = z.object({
  uuid,
  kind: z.enum(MUTE_KINDS),
  /** The word, the hashtag without its sign, or the person's `cognito_user_uuid`. */
  value: z.string(),
  until: z.nullable(time),
  /** Of a muted person. */
  person: z.optional(shortUser),
});
export type Mute = z.infer<typeof mute>;

/** On the person's own stream: the mute as it is now, or null when it has ended. */
export const muteChange = z.object({ uuid, mute: z.nullable(mute) });
export type MuteChange = z.infer<typeof muteChange>;

export const newMute = z
  .object({
    kind: z.enum(MUTE_KINDS),
    value: optionalText,
    /** `always` when it is left out. */
    duration: z.nullish(z.enum(MUTE_DURATIONS)),
  })
  .check(rule(({ kind, value }) => kind === 'person' || isMutable(kind, value), 'mute_invalid'));
export type NewMute = z.infer<typeof newMute>;

/** Whether a text can be muted: a hashtag of the grammar of cruds, or something with a letter, digit or symbol of its own. */
function isMutable(kind: 'word' | 'hashtag', value: string): boolean {
  const text = value.trim();
  if (countCharacters(text) > MUTED_WORD_MAX) return false;
  if (kind === 'word') return /[^\p{M}\s]/u.test(foldText(text));
  const [hashtag] = hashtagsOf(`#${text}`);
  return hashtag === text;
}

/** The calls about mutes. */
export const muteCalls = {
  mutes: {
    summary: 'List the viewer’s mutes that have not ended, latest first',
    access: 'person',
    budget: 'read',
    output: z.array(mute),
    errors: [],
  },
  mute: {
    summary: 'Mute a person, a word or a hashtag; what is muted already gets the new end',
    access: 'person',
    budget: 'write',
    body: newMute,
    output: mute,
    errors: ['mute_invalid', 'user_not_found', 'generic_403', 'generic_413'],
  },
  unmute: {
    summary: 'End a mute of the viewer',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_404'],
  },
} as const;
