import { pageLocale } from './page-locale.ts';

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
