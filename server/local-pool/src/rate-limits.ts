import { sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { refusals } from './errors.ts';
import { after, lifetimes } from './lifetimes.ts';
import type { Vault } from './secrets/vault.ts';

/**
 * How often within 15 minutes. `pair` is one account from one network address, or from one remembered device; `address` is all
 * accounts from it. No number refuses an account as a whole: strangers could lock its owner out.
 */
const allowances = {
  /** Passwords and proofs that were wrong. */
  signIn: { pair: 20, address: 100, refuse: refusals.tooManySignIns },
  /** Codes that were wrong. */
  code: { pair: 20, address: 100, refuse: refusals.tooManyCodes },
  /** Mails asked for, sign-up included. */
  mail: { pair: 10, address: 50, refuse: refusals.tooManyCodes },
  /** Proofs begun. */
  start: { pair: 100, address: 500, refuse: refusals.tooManyRequests },
} as const;

export type AllowanceName = keyof typeof allowances;
export type AllowanceSubject = {
  account: string;
  address: string;
  /** The key of a device that the account has confirmed: it is counted alone, whatever strangers do. */
  device?: string | undefined;
};
export type ConsumedAllowance = {
  /** How often the account was used like this from anywhere, this time included; 0 from a remembered device. */
  total: number;
  refund(): Promise<void>;
};

/** One-way: an account may be an address, also of somebody who is deleted at this moment. */
const hashKey = (vault: Vault, text: string) => vault.mac('limit', text).toString('base64url');
const totalKey = (vault: Vault, name: string, account: string) => `${name}:total:${hashKey(vault, account)}`;

const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How the audit log names an account: people without an entry have a sub made from a keyed hash already. */
export const subjectOf = (vault: Vault, account: string): string =>
  SUB.test(account)
    ? account
    : `hash:${vault.mac('audit', account.trim().toLowerCase()).toString('base64url')}`;

/** Under which keys an account is counted as a whole. */
export function limitKeysOf(vault: Vault, account: string): string[] {
  const totals = Object.keys(allowances).map((name) => totalKey(vault, name, account));
  return [...totals, wrongCodeKey(vault, account)];
}

/** Under which key the wrong codes of an account are counted, over a day. */
const wrongCodeKey = (vault: Vault, account: string): string => totalKey(vault, 'wrongCode', account);

const unlimitedAllowance: ConsumedAllowance = { total: 0, refund: () => Promise.resolve() };

/**
 * Counts one use before it is made, so that parallel ones cannot slip through; `giveBack` takes it off again.
 * Counts live in the store: all gateways share them, and a restart forgets nothing.
 * @throws PoolError LimitExceededException or TooManyRequestsException
 */
export async function consumeAllowance(
  context: PoolContext,
  name: AllowanceName,
  by: AllowanceSubject,
): Promise<ConsumedAllowance> {
  if (!context.rateLimits) return unlimitedAllowance;
  const allowance = allowances[name];
  const keys = keysOf(context.vault, name, by);
  const ends_at = after(context.clock.now(), lifetimes.limitWindow);
  const counts = await incrementCounts(context, [keys.pair, ...keys.shared], ends_at);
  const of = (key: string | undefined) => counts.get(key ?? '') ?? 0;
  const [address, total] = keys.shared;
  if (of(keys.pair) > allowance.pair || of(address) > allowance.address) {
    context.audit({ event: 'limit_reached', subject: subjectOf(context.vault, by.account), limit: name });
    throw allowance.refuse();
  }
  return { total: of(total), refund: () => refundKeys(context, [...counts.keys()]) };
}

/** The first of the shared keys is the address's, the second the whole account's. */
function keysOf(vault: Vault, name: string, { account, address, device }: AllowanceSubject) {
  if (device !== undefined) return { pair: `${name}:device:${hashKey(vault, device)}`, shared: [] };
  return {
    pair: `${name}:pair:${hashKey(vault, `${account} ${address}`)}`,
    shared: [`${name}:address:${address}`, totalKey(vault, name, account)],
  };
}

/** Counts one use under each key; `ends_at` is for counts that begin. @returns the counts by key */
async function incrementCounts(
  context: PoolContext,
  keys: string[],
  ends_at: Date,
): Promise<Map<string, number>> {
  const now = context.clock.now();
  const rows = await context.db
    .insertInto('pool_limits')
    .values(keys.map((key) => ({ key, count: 1, ends_at })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when pool_limits.ends_at <= ${now}::timestamptz then 1 else pool_limits.count + 1 end`,
        ends_at: sql<Date>`case when pool_limits.ends_at <= ${now}::timestamptz then excluded.ends_at else pool_limits.ends_at end`,
      }),
    )
    .returning(['key', 'count'])
    .execute();
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** One row at a time: a statement over several may lock them in another order than `spend` does. */
async function refundKeys(context: PoolContext, keys: string[]): Promise<void> {
  for (const key of keys) {
    await context.db
      .updateTable('pool_limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute();
  }
}

/** Notes that a wrong code was tried for an account. */
export async function recordWrongCode(context: PoolContext, sub: string): Promise<void> {
  if (!context.rateLimits) return;
  const ends_at = after(context.clock.now(), lifetimes.wrongCodes);
  await incrementCounts(context, [wrongCodeKey(context.vault, sub)], ends_at);
}

/** How many were tried within a day, from anywhere. */
export async function countWrongCodes(context: PoolContext, sub: string): Promise<number> {
  const row = await context.db
    .selectFrom('pool_limits')
    .select('count')
    .where('key', '=', wrongCodeKey(context.vault, sub))
    .where('ends_at', '>', context.clock.now())
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Wrong tries from anywhere that cost an account no time yet: as many as one address has. */
const FREE_ATTEMPTS = 20;
const STEP_MS = 100;
/** An owner who knows the password waits no longer than this, whatever strangers do. */
const DELAY_MAX_MS = 5000;

/** Holds back an answer, the longer the more often the account was guessed at; it refuses nothing. */
export async function delayAnswer(
  context: PoolContext,
  { total }: Pick<ConsumedAllowance, 'total'>,
  subject: string,
): Promise<void> {
  const ms = Math.min(DELAY_MAX_MS, STEP_MS * (total - FREE_ATTEMPTS));
  if (ms <= 0) return;
  context.audit({ event: 'slowed_down', subject, delay_ms: ms });
  await context.wait(ms);
}
