import { randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { CodePurpose, Store } from '../tables.ts';
import { countWrongCodes, recordWrongCode } from '../rate-limits.ts';
import type { Vault } from './vault.ts';

const SHORT_CODE = { digits: 6, tries: 5 };
/** For an account that is guessed at: too long to be guessed, so strangers cannot use up its tries either. */
const LONG_CODE = { digits: 12, tries: 1000 };
/** Wrong codes within a day, from anywhere, after which codes are long. */
const LONG_CODE_AFTER = 20;

const lifetimeOf = {
  'sign-up': lifetimes.signUpCode,
  recovery: lifetimes.recoveryCode,
  'sign-in': lifetimes.signInCode,
} as const;

/** Whose code, and what it is good for. */
export type CodeOwner = { sub: string; purpose: CodePurpose };
export type CodeRequest = CodeOwner & {
  /** The network address that asks for it. */
  address: string;
  /** When the code ends at the latest. */
  endsBy?: Date | undefined;
};
export type IssuedCode = { code: string; expires_at: Date };

/**
 * Makes a fresh code for its owner; an earlier one of the same purpose is void. But a living one that another address asked for
 * is given again: a stranger who asks for codes must not void the one that the owner is typing.
 */
export async function issueCode(context: PoolContext, request: CodeRequest): Promise<IssuedCode> {
  const { address, endsBy, ...owner } = request;
  const requester = context.vault.mac('code-requester', `${owner.sub} ${address}`).toString('base64');
  const expires_at = earlier(after(context.clock.now(), lifetimeOf[owner.purpose]), endsBy);
  const usable = await findUsableCode(context, owner);
  if (usable && usable.requester !== requester) {
    const isExtended = await extendCode(context, owner, { code_mac: usable.code_mac, expires_at });
    if (isExtended) return { code: usable.code, expires_at };
  }
  const { digits } = (await countWrongCodes(context, owner.sub)) > LONG_CODE_AFTER ? LONG_CODE : SHORT_CODE;
  const code = randomDigits(digits);
  const code_mac = macOf(context.vault, owner, code).toString('base64');
  const row = {
    ...{ code_mac, requester, tries: 0, expires_at },
    code_sealed: context.vault.seal(code, codeContext(owner)),
    long_mac: digits === LONG_CODE.digits ? code_mac : null,
  };
  await context.db
    .insertInto('pool_codes')
    .values({ ...owner, ...row })
    .onConflict((conflict) => conflict.columns(['sub', 'purpose']).doUpdateSet(row))
    .execute();
  return { code, expires_at };
}

/** A code that can still be used and that this version has issued. */
export async function findUsableCode(context: PoolContext, owner: CodeOwner) {
  const row = await context.db
    .selectFrom('pool_codes')
    .select(['code_mac', 'code_sealed', 'requester'])
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('tries', '<', triesAllowed)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  if (typeof row?.code_sealed !== 'string') return undefined;
  const code = context.vault.open(row.code_sealed, codeContext(owner));
  const isThis = macOf(context.vault, owner, code).toString('base64') === row.code_mac;
  return isThis ? { code, code_mac: row.code_mac, requester: row.requester } : undefined;
}

/** Of a code that several addresses have asked for, none of them is the requester: none voids it any more. */
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
 * Compares a code, counting the try before looking, so that parallel guesses cannot get more than there are.
 * Returns what `spendCode` needs to use it up.
 * @throws PoolError CodeMismatchException, or ExpiredCodeException when it is used, void, too old or tried out
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
 * Uses up a checked code, inside the transaction of what it allows: of two at once, one succeeds.
 * @throws PoolError ExpiredCodeException when somebody else was faster
 */
export async function consumeCode(trx: Store, owner: CodeOwner & { mac: string }): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('pool_codes')
    .where('sub', '=', owner.sub)
    .where('purpose', '=', owner.purpose)
    .where('code_mac', '=', owner.mac)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw refusals.expiredCode();
}

const triesAllowed = sql<number>`case when long_mac = code_mac then ${sql.lit(LONG_CODE.tries)} else ${sql.lit(SHORT_CODE.tries)} end`;

const earlier = (one: Date, other: Date | undefined) => (other && other < one ? other : one);

const randomDigits = (count: number) =>
  randomInt(10 ** count)
    .toString()
    .padStart(count, '0');

const codeContext = ({ sub, purpose }: CodeOwner) => `code:${purpose}:${sub}`;
const macOf = (vault: Vault, owner: CodeOwner, code: string) =>
  vault.mac(`code:${owner.purpose}`, `${owner.sub}:${code}`);
