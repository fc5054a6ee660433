import { Refusal } from '../domain/errors.ts';

/** SQLSTATEs and system errors of a store that is away, restarting, overrun or held up: the caller may try again. */
const AWAY =
  /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25P03|25006|ECONN\w+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|server closed the connection|after calling end|is closed|already been destroyed/;

/** PGlite's errors are not instances of pg's class, so only code and message count. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return AWAY.test(code) || AWAY_MESSAGE.test(error.message);
}

/** The store's word for an act of somebody who is erased: see the migration 0005. */
function isOfErased(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERASD';
}

/**
 * @throws Refusal generic_503 with a second to wait, when the store cannot answer now; generic_401 for an act of somebody
 * who is erased
 */
export async function refuseWhenAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOfErased(error)) throw new Refusal('generic_401', undefined, { cause: error });
    if (isAway(error)) throw new Refusal('generic_503', 1, { cause: error });
    throw error;
  }
}

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The same methods, each of which refuses when the store cannot answer now. */
export function refusingWhenAway<T extends object>(methods: T): T {
  const guarded = Object.entries(methods as Methods).map(([name, method]) => [
    name,
    (...args: never[]) => refuseWhenAway(() => method(...args)),
  ]);
  return Object.fromEntries(guarded) as T;
}
