/**
 * The browser's own language decides about order, names of months and 12 or 24 hours. Made when it is first needed: the
 * first use of `Intl` holds a page up for 7 ms.
 */
let localFormat: Intl.DateTimeFormat | undefined;

const NAMES = 'January February March April May June July August September October November December';
const MONTHS = NAMES.split(' ');

/** A moment in local time, in full and as the person's language writes it: `27 November 2026 at 09:32`. */
export function formatFullDate(moment: string | number): string {
  localFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return localFormat.format(new Date(moment));
}

/** The same in UTC, `27 November 2026 at 09:32 UTC`: all that the server and every browser agree on. */
export function formatFullDateInUtc(moment: string | number): string {
  const date = new Date(moment);
  const [day, time] = [date.getUTCDate(), date.toISOString().slice(11, 16)];
  return `${String(day)} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())} at ${time} UTC`;
}
