import pg from 'pg';

/** Parses bigint as a number. Ours count rows and events; a value that would be rounded is an error. */
function readBigint(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('A bigint of the store is beyond 2^53.');
  return number;
}

/** The driver's parsers, except for bigint. timestamptz is a Date. */
export const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, readBigint);
