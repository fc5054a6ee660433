import { pageLocale } from './page-locale.ts';

const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
const DAY_AND_YEAR: Intl.DateTimeFormatOptions = { dateStyle: 'long' };

/** The separator between two days of messages: `Today`, `Yesterday`, `Monday 16 November`; the full date for another year. */
export function formatDay(moment: string, now: number): string {
  const date = new Date(moment);
  const today = new Date(now);
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const form = date.getFullYear() === today.getFullYear() ? DAY : DAY_AND_YEAR;
  return new Intl.DateTimeFormat(pageLocale(), form).format(date);
}
