import { containsWord, foldText, hashtagsOf, type Mute } from '@cruddur/shared';

/** Whether a text has a muted word or hashtag, as clients decide it. */
export function isMutedText(text: string, mutes: readonly Mute[]): boolean {
  const folded = foldText(text);
  const hashtags = hashtagsOf(text).map((hashtag) => hashtag.toLowerCase());
  return mutes.some(({ kind, value }) => {
    switch (kind) {
      case 'person':
        return false;
      case 'word':
        return containsWord(folded, foldText(value));
      case 'hashtag':
        return hashtags.includes(value.toLowerCase());
    }
  });
}
