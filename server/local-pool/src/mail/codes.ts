import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { CodePurpose, PoolTables, Store } from '../tables.ts';
import { countWrongCodes, recordWrongCode } from '../rate-limits.ts';
import type { Vault } from '../secrets/vault.ts';

const SHORT_CODE = { digits: 6, tries: 5 };
/** For an account under attack: too long to guess, so other people cannot use up its tries either. */
const LONG_CODE = { digits: 12, tries: 1000 };
/** Wrong codes of an account within a day, from all addresses, after which its codes are long. */
const LONG_CODE_AFTER = 20;

const lifetimeOf = {
  'sign-up': lifetimes.signUpCode,
  recovery: lifetimes.recoveryCode,
  'sign-in': lifetimes.signInCode,
} as const;

/** The person and the purpose of a code. */
export type CodeOwner = { sub: string; purpose: CodePurpose };
export type CodeRequest = CodeOwner & {
  /** The network address of the request. */
  address: string;
  /** The latest expiry. */
  endsBy?: Date | undefined;
};
export type ConsumedCode = Selectable<PoolTables['pool_codes']>;
export type IssuedCode = { code: string; expires_at: Date };

/**
 * Issues a new code, which replaces an earlier one of the same purpose. A usable code that another address requested is issued
 * again instead: a request by another person must not invalidate the code that the owner is typing.
 */
export async function issueCode(context: PoolContext, request: CodeRequest): Promise<IssuedCode> {
  const { address, endsBy, ...owner } = request;
  const requester = context.vault.mac('code-requester', `${owner.sub} ${address}`).toString('base64');
  const expires_at = earlierOf(after(context.clock.now(), lifetimeOf[owner.purpose]), endsBy);
  const usable = await findUsableCode(context, owner);
  if (usable && usable.requester !== requester) {
    const isExtended = await extendCode(context, owner, { code_mac: usable.code_mac, expires_at });
    if (isExtended) return { code: usable.code, expires_at };
  }
  const { digits } = (await countWrongCodes(context, owner.sub)) > LONG_CODE_AFTER ? LONG_CODE : SHORT_CODE;
  const code = createDigits(digits);
  const row = {
    code_mac: macOf(context.vault, owner, code).toString('base64'),
    code_sealed: context.vault.seal(code, codeContext(owner)),
    is_long: digits === LONG_CODE.digits,
    requester,
    tries: 0,
    expires_at,
  };
  await context.db
    .insertInto('pool_codes')
    .values({ ...owner, ...row })
    .onConflict((conflict) => conflict.columns(['sub', 'purpose']).doUpdateSet(row))
    .execute();
  return { code, expires_at };
}

/** The owner's code that can still be used. */
export async function findUsableCode(context: PoolContext, owner: CodeOwner) {
  const row = await context.db
    .selectFrom('pool_codes')
    .select(['code_mac', 'code_sealed', 'requester'])
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('tries', '<', triesAllowed)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  return row && { ...row, code: context.vault.open(row.code_sealed, codeContext(owner)) };
}

/** Extends a code that a second address requests. It then has no requester, so no address replaces it. */
async function extendCode(
  context: PoolContext,
  owner: CodeOwner,
  { code_mac, expires_at }: { code_mac: string; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await context.db
    .updateTable('pool_codes')
    .set({ requester: '', expires_at })
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('code_mac', '=', code_mac)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Compares a code. The try is counted first, so that parallel guesses cannot exceed the limit.
 * @returns the `mac` for `consumeCode`
 * @throws PoolError CodeMismatchException, or ExpiredCodeException when it is used, replaced, expired or out of tries
 */
export async function checkCode(context: PoolContext, owner: CodeOwner & { code: string }): Promise<string> {
  const row = await context.db
    .updateTable('pool_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('tries', '<', triesAllowed)
    .where('expires_at', '>', context.clock.now())
    .returning('code_mac')
    .executeTakeFirst();
  if (!row) throw refusals.expiredCode();
  const given = macOf(context.vault, owner, owner.code);
  if (!timingSafeEqual(given, Buffer.from(row.code_mac, 'base64'))) {
    await recordWrongCode(context, owner.sub);
    throw refusals.wrongCode();
  }
  return row.code_mac;
}

/**
 * Deletes a checked code, inside the transaction of the change that it permits: of two concurrent uses, one succeeds.
 * @returns the code for `restoreCode`
 * @throws PoolError ExpiredCodeException when another request was faster
 */
export async function consumeCode(trx: Store, owner: CodeOwner & { mac: string }): Promise<ConsumedCode> {
  const row = await trx
    .deleteFrom('pool_codes')
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('code_mac', '=', owner.mac)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw refusals.expiredCode();
  return row;
}

/** Makes a consumed code usable again, unless a newer one was issued meanwhile. */
export async function restoreCode(db: Store, code: ConsumedCode): Promise<void> {
  await db
    .insertInto('pool_codes')
    .values(code)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const triesAllowed = sql<number>`case when is_long then ${sql.lit(LONG_CODE.tries)} else ${sql.lit(SHORT_CODE.tries)} end`;

const earlierOf = (one: Date, other: Date | undefined) => (other && other < one ? other : one);

const createDigits = (count: number) =>
  randomInt(10 ** count)
    .toString()
    .padStart(count, '0');

const codeContext = ({ sub, purpose }: CodeOwner) => `code:${purpose}:${sub}`;
const macOf = (vault: Vault, owner: CodeOwner, code: string) =>
  vault.mac(`code:${owner.purpose}`, `${owner.sub}:${code}`);
