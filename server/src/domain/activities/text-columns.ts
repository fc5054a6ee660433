import { hashtagsOf } from '@cruddur/shared';

/** A post's text as it is kept: in NFC, as it was counted, with its hashtags beside it. */
export function toTextColumns(text: string): { message: string; hashtags: string[] } {
  const message = text.normalize('NFC');
  return { message, hashtags: hashtagsOf(message) };
}
