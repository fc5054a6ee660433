import { randomInt, timingSafeEqual } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { CodePurpose, Store } from '../tables.ts';
import type { Vault } from './vault.ts';

const MAX_TRIES = 5;

const lifetimeOf = {
  'sign-up': lifetimes.signUpCode,
  recovery: lifetimes.recoveryCode,
  'sign-in': lifetimes.signInCode,
} as const;

/** Whose code, and what it is good for. */
export type CodeOwner = { sub: string; purpose: CodePurpose };

/** Makes a fresh six-digit code for its owner; any earlier one of the same purpose is void. */
export async function issueCode(context: PoolContext, owner: CodeOwner): Promise<string> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const row = {
    code_mac: macOf(context.vault, owner, code).toString('base64'),
    tries: 0,
    expires_at: after(context.clock.now(), lifetimeOf[owner.purpose]),
  };
  await context.db
    .insertInto('pool_codes')
    .values({ ...owner, ...row })
    .onConflict((conflict) => conflict.columns(['sub', 'purpose']).doUpdateSet(row))
    .execute();
  return code;
}

/**
 * Compares a code, counting the try before looking, so that parallel guesses cannot get more than five.
 * Returns what `spendCode` needs to use it up.
 * @throws PoolError CodeMismatchException, or ExpiredCodeException when it is used, void, too old or tried out
 */
export async function checkCode(context: PoolContext, owner: CodeOwner & { code: string }): Promise<string> {
  const row = await context.db
    .updateTable('pool_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', context.clock.now())
    .returning('code_mac')
    .executeTakeFirst();
  if (!row) throw refusals.deadCode();
  const given = macOf(context.vault, owner, owner.code);
  if (!timingSafeEqual(given, Buffer.from(row.code_mac, 'base64'))) throw refusals.wrongCode();
  return row.code_mac;
}

/**
 * Uses up a checked code, inside the transaction of what it allows: of two at once, one succeeds.
 * @throws PoolError ExpiredCodeException when somebody else was faster
 */
export async function spendCode(trx: Store, owner: CodeOwner & { mac: string }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('pool_codes')
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('code_mac', '=', owner.mac)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refusals.deadCode();
}

const macOf = (vault: Vault, owner: CodeOwner, code: string) =>
  vault.mac(`code:${owner.purpose}`, `${owner.sub}:${code}`);
