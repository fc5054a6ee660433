import { sql } from 'kysely';
import { toMailbox } from './input.ts';
import type { PoolContext } from './context.ts';
import { refusals } from './errors.ts';
import { after, lifetimes } from './lifetimes.ts';
import type { Vault } from './secrets/vault.ts';

/**
 * Uses allowed within 15 minutes. `pair` counts one account from one network address, or from one remembered device; `address`
 * counts all accounts from one address. No limit applies to an account as a whole: other people could lock its owner out.
 */
const allowances = {
  /** Wrong passwords and proofs. */
  signIn: { pair: 20, address: 100, refuse: refusals.tooManySignIns },
  /** Wrong passkeys. They cause no delay, because a signature cannot be guessed. */
  passkey: { pair: 20, address: 100, refuse: refusals.tooManySignIns },
  /** Wrong codes. */
  code: { pair: 20, address: 100, refuse: refusals.tooManyCodes },
  /** Requested mails, including those of sign-ups. */
  mail: { pair: 10, address: 50, refuse: refusals.tooManyCodes },
  /** Started proofs. */
  start: { pair: 100, address: 500, refuse: refusals.tooManyRequests },
} as const;

export type AllowanceName = keyof typeof allowances;
export type AllowanceSubject = {
  account: string;
  address: string;
  /** The key of a device that the account has confirmed: it has a count of its own, which no other client can use up. */
  device?: string | undefined;
};
export type ConsumedAllowance = {
  /** Uses of the account from all addresses, including this one; 0 from a remembered device. */
  total: number;
  refund(): Promise<void>;
};

/** One-way: an account may be a mail address, also of a person who is being deleted. */
const hashKey = (vault: Vault, text: string) => vault.mac('limit', text).toString('base64url');
const totalKey = (vault: Vault, name: string, account: string) => `${name}:total:${hashKey(vault, account)}`;

const SUB = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How the audit log names an account: by its sub, or by a keyed hash of the mail address. */
const toAuditSubject = (vault: Vault, account: string): string =>
  SUB.test(account) ? account : `hash:${vault.mac('audit', toMailbox(account)).toString('base64url')}`;

/** The keys of the counts over all addresses that belong to an account. */
export function limitKeysOf(vault: Vault, account: string): string[] {
  const totals = Object.keys(allowances).map((name) => totalKey(vault, name, account));
  return [...totals, wrongCodeKey(vault, account)];
}

const wrongCodeKey = (vault: Vault, account: string): string => totalKey(vault, 'wrongCode', account);

const unlimitedAllowance: ConsumedAllowance = { total: 0, refund: () => Promise.resolve() };

/**
 * Counts one use before it happens, so that parallel uses cannot exceed the limit; `refund` subtracts it again.
 * Counts are rows of the store: all gateways share them, and they survive a restart.
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
  const refuse = () => {
    context.audit({
      event: 'limit_reached',
      subject: toAuditSubject(context.vault, by.account),
      limit: name,
    });
    return allowance.refuse();
  };
  // Before the other counts: the client chooses the account, so each refused call could otherwise add rows.
  const ofAddress = await incrementCounts(context, keys.address, ends_at);
  if (Math.max(0, ...ofAddress.values()) > allowance.address) throw refuse();
  const ofAccount = await incrementCounts(context, [keys.pair, ...keys.total], ends_at);
  if ((ofAccount.get(keys.pair) ?? 0) > allowance.pair) throw refuse();
  return {
    total: ofAccount.get(keys.total[0] ?? '') ?? 0,
    refund: () => refundKeys(context, [...ofAddress.keys(), ...ofAccount.keys()]),
  };
}

/** A remembered device has only one count. */
function keysOf(vault: Vault, name: string, { account, address, device }: AllowanceSubject) {
  if (device !== undefined)
    return { pair: `${name}:device:${hashKey(vault, device)}`, address: [], total: [] };
  return {
    pair: `${name}:pair:${hashKey(vault, `${account} ${address}`)}`,
    address: [`${name}:address:${address}`],
    total: [totalKey(vault, name, account)],
  };
}

/** Counts one use under each key; a new count ends at `ends_at`. @returns the counts by key */
async function incrementCounts(
  context: PoolContext,
  keys: string[],
  ends_at: Date,
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
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

/** One statement per row: one over all rows may lock them in another order than `incrementCounts` and deadlock. */
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

/** Counts a wrong code of an account, over a day. */
export async function recordWrongCode(context: PoolContext, sub: string): Promise<void> {
  if (!context.rateLimits) return;
  const ends_at = after(context.clock.now(), lifetimes.wrongCodes);
  await incrementCounts(context, [wrongCodeKey(context.vault, sub)], ends_at);
}

/** Wrong codes of an account within a day, from all addresses. */
export async function countWrongCodes(context: PoolContext, sub: string): Promise<number> {
  const row = await context.db
    .selectFrom('pool_limits')
    .select('count')
    .where('key', '=', wrongCodeKey(context.vault, sub))
    .where('ends_at', '>', context.clock.now())
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Failed attempts on an account, from all addresses, that cause no delay: as many as one address may make. */
const FREE_ATTEMPTS = 20;
const STEP_MS = 100;
/** The longest delay for an owner who knows the password, however many attempts other clients make. */
const DELAY_MAX_MS = 5000;

/** Delays the answer by 100 ms per failed attempt on the account beyond the free ones, at most 5 s. It never refuses. */
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
