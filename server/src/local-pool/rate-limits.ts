import { sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { refusals } from './errors.ts';
import { after, lifetimes } from './lifetimes.ts';
import type { Vault } from './secrets/vault.ts';

/** How often within 15 minutes, for one account and for one network address. */
const allowances = {
  /** Passwords and proofs that were wrong. */
  signIn: { account: 20, address: 100, refuse: refusals.tooManySignIns },
  /** Codes that were wrong. */
  code: { account: 20, address: 100, refuse: refusals.tooManyCodes },
  /** Mails asked for, sign-up included. */
  mail: { account: 10, address: 50, refuse: refusals.tooManyCodes },
  /** Proofs begun. */
  start: { account: 100, address: 500, refuse: refusals.tooManyRequests },
} as const;

export type AllowanceName = keyof typeof allowances;
export type Spender = { account: string; address: string };
export type Spent = { giveBack(): Promise<void> };

/** One-way: an account may be an address, also of somebody who is deleted at this moment. */
const accountKey = (vault: Vault, name: string, account: string) =>
  `${name}:account:${vault.mac('limit', account).toString('base64url')}`;

/** Under which keys an account is counted. */
export function limitKeysOf(vault: Vault, account: string): string[] {
  return Object.keys(allowances).map((name) => accountKey(vault, name, account));
}

const nothingSpent: Spent = { giveBack: () => Promise.resolve() };

/**
 * Counts one use before it is made, so that parallel ones cannot slip through; `giveBack` takes it off again.
 * Counts live in the store: all gateways share them, and a restart forgets nothing.
 * @throws PoolError LimitExceededException or TooManyRequestsException
 */
export async function spend(context: PoolContext, name: AllowanceName, by: Spender): Promise<Spent> {
  if (!context.rateLimits) return nothingSpent;
  const allowance = allowances[name];
  const now = context.clock.now();
  const ends_at = after(now, lifetimes.limitWindow);
  const keys = {
    account: accountKey(context.vault, name, by.account),
    address: `${name}:address:${by.address}`,
  };
  const rows = await context.db
    .insertInto('pool_limits')
    .values([
      { key: keys.account, count: 1, ends_at },
      { key: keys.address, count: 1, ends_at },
    ])
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when pool_limits.ends_at <= ${now}::timestamptz then 1 else pool_limits.count + 1 end`,
        ends_at: sql<Date>`case when pool_limits.ends_at <= ${now}::timestamptz then excluded.ends_at else pool_limits.ends_at end`,
      }),
    )
    .returning(['key', 'count'])
    .execute();
  const isOver = rows.some(
    ({ key, count }) => count > (key === keys.account ? allowance.account : allowance.address),
  );
  if (isOver) throw allowance.refuse();
  return { giveBack: () => giveBack(context, Object.values(keys)) };
}

/** One row at a time: a statement over both may lock them in the other order than `spend` does. */
async function giveBack(context: PoolContext, keys: string[]): Promise<void> {
  for (const key of keys) {
    await context.db
      .updateTable('pool_limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute();
  }
}
