/** Created on first use: the first use of `Intl` blocks the main thread for 7 ms. */
let localFormat: Intl.DateTimeFormat | undefined;

const NAMES = 'January February March April May June July August September October November December';
const MONTHS = NAMES.split(' ');

/** The full local date and time: `27 November 2026 at 09:32`. */
export function formatFullDate(moment: string | number): string {
  localFormat ??= new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeStyle: 'short' });
  return localFormat.format(new Date(moment));
}

/**
 * The full date and time in UTC, `27 November 2026 at 09:32 UTC`, the same on the server and in every browser. The time does not
 * wrap.
 */
export function formatFullDateInUtc(moment: string | number): string {
  const date = new Date(moment);
  const [day, time] = [date.getUTCDate(), date.toISOString().slice(11, 16)];
  return `${String(day)} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())} at\u00a0${time}\u00a0UTC`;
}

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

/** The browser's kind of English, which is the language of the pages: dates of another language would stand in English sentences. */
export function pageLocale(): string {
  const { navigator } = globalThis as { navigator?: Pick<Navigator, 'languages'> };
  return navigator?.languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB';
}
