import pg from 'pg';

/** bigint arrives as a number. Ours count rows and events; one that is no longer exact is a fault, not a rounding. */
function readBigint(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('A bigint of the store is beyond 2^53.');
  return number;
}

/** How values of the store become JavaScript's: as the driver has it, apart from bigint. timestamptz is a Date. */
export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, readBigint);
