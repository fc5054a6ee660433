/**
 * The browser's own language decides about order, names of months and 12 or 24 hours. Made when it is first needed: the
 * first use of `Intl` holds a page up for 7 ms.
 */
const format = {
  full: once({ dateStyle: 'long', timeStyle: 'short' }),
  day: once({ weekday: 'long', day: 'numeric', month: 'long' }),
  dayAndYear: once({ dateStyle: 'long' }),
};
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A moment in local time, in full and as the person's language writes it: `27 November 2026 at 09:32`. */
export function fullDate(moment: string | number): string {
  return format.full(new Date(moment));
}

/** The same in UTC, `27 November 2026 at 09:32 UTC`: all that the server and every browser agree on. */
export function fullDateInUtc(moment: string | number): string {
  const date = new Date(moment);
  const [day, time] = [date.getUTCDate(), date.toISOString().slice(11, 16)];
  return `${String(day)} ${MONTHS[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())} at ${time} UTC`;
}

/** The line between two days of messages: `Today`, `Yesterday`, `Monday 16 November`, with the year if it is another. */
export function dayWords(moment: string, now: number): string {
  const date = new Date(moment);
  const today = new Date(now);
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return format[date.getFullYear() === today.getFullYear() ? 'day' : 'dayAndYear'](date);
}

function once(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(date);
}
