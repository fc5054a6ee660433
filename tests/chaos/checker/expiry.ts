import type { Evidence } from './evidence.ts';
import type { Violation } from './violation.ts';

const EXPIRY_MAX_MS = 1000;

/** A second after its expiry, no list has a crud or message in it and no page shows it. */
export function checkExpiry({ reads, pageSnapshots, expiries }: Evidence): Violation[] {
  const answered = reads
    .filter(({ requestedAt, soonest }) => soonest !== null && soonest + EXPIRY_MAX_MS < requestedAt)
    .map(({ at }): Violation => ({ rule: 'expired', what: 'a list had an expired text', at }));
  const visible = pageSnapshots.flatMap(({ tab, rows, now, at }) =>
    rows
      .filter((row) => (expiries.get(row) ?? Infinity) + EXPIRY_MAX_MS < now)
      .map((row): Violation => ({ rule: 'expired', what: `${tab} shows ${row}, which has expired`, at })),
  );
  return [...answered, ...visible];
}
