import type { ErrorCode } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';

/** SQLSTATEs and system errors of a store that is unreachable, restarting or overloaded, and of a late commit: the caller may retry. */
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0[1-5]|57014|LATEW|55P03|40001|40P01|25P03|25006|ECONN\w+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|server closed the connection|after calling end|is closed|already been destroyed|cached plan must not change result type/;

/** Checks code and message only, because PGlite's errors are not instances of pg's class. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNAVAILABLE_CODES.test(code) || UNAVAILABLE_MESSAGES.test(error.message);
}

/** True when commit_plans() was carried out later than its writes are valid. */
export function isLateCommit(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'LATEW';
}

/** SQLSTATEs of a statement timeout, a lock timeout and a deadlock. */
const CANCELLED_CODES: readonly unknown[] = ['57014', '55P03', '40P01'];

/** True when the same work may succeed in smaller batches. */
export function isTimeoutOrDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && CANCELLED_CODES.includes(error.code)) || error.message.includes('Query read timeout')
  );
}

/**
 * What the SQLSTATEs of our triggers answer: refuse_erased() for a write by an erased person, and those of
 * `schema/safety.ts` between two people of whom one has blocked the other.
 */
const REFUSED_BY_TRIGGER: Readonly<Record<string, ErrorCode>> = {
  ERASD: 'generic_401',
  BLKMS: 'message_not_allowed',
  BLKAC: 'activity_not_found',
};

/** A suspended person has the SQLSTATE of an erased one, and a detail. */
function codeOfTrigger(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  if (error.code === 'ERASD' && 'detail' in error && error.detail === 'suspended') return 'account_suspended';
  return REFUSED_BY_TRIGGER[error.code];
}

/** @throws Refusal generic_503 with a second to wait, when the store is unavailable; that of a trigger */
export async function refuseWhenUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = codeOfTrigger(error);
    if (refused) throw new Refusal(refused, undefined, { cause: error });
    if (isUnavailable(error)) throw new Refusal('generic_503', 1, { cause: error });
    throw error;
  }
}

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** The same methods, each with `refuseWhenUnavailable`. */
export function withUnavailableRefusal<T extends object>(methods: T): T {
  const guarded = Object.entries(methods as Methods).map(([name, method]) => [
    name,
    (...args: never[]) => refuseWhenUnavailable(() => method(...args)),
  ]);
  return Object.fromEntries(guarded) as T;
}
