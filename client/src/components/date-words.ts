// The browser's own language decides about order, names of months and 12 or 24 hours.
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const UTC = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
});
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const DAY_AND_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** A moment in local time, in full and as the person's language writes it: `27 November 2026 at 09:32`. */
export function fullDate(moment: string | number): string {
  return FULL.format(new Date(moment));
}

/** The same in UTC, `27 November 2026 at 09:32 UTC`: all that the server and every browser agree on. */
export function fullDateInUtc(moment: string | number): string {
  // Between the parts each engine has little words of its own.
  const parts = new Map(UTC.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('day')} ${part('month')} ${part('year')} at ${part('hour')}:${part('minute')} UTC`;
}

/** The line between two days of messages: `Today`, `Yesterday`, `Monday 16 November`, with the year if it is another. */
export function dayWords(moment: string, now: number): string {
  const date = new Date(moment);
  const today = new Date(now);
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (date.getFullYear() === today.getFullYear() ? DAY : DAY_AND_YEAR).format(date);
}
