import { hashtagsOf } from '@cruddur/shared';

/** A text as it is stored: in NFC, in which its length was counted, with its hashtags. */
export function toTextColumns(text: string): { message: string; hashtags: string[] } {
  const message = text.normalize('NFC');
  return { message, hashtags: hashtagsOf(message) };
}
