import { hashtagsOf, mentionsOf } from '@cruddur/shared';

/** A text as it is stored: in NFC, in which its length was counted, with the hashtags and mentions of which rows are made. */
export function toTextColumns(text: string): { message: string; hashtags: string[]; mentions: string[] } {
  const message = text.normalize('NFC');
  return { message, hashtags: hashtagsOf(message), mentions: mentionsOf(text) };
}
