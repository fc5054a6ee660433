import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { findSubject } from '../people/find-subject.ts';
import { spend } from '../rate-limits.ts';
import { checkCode, spendCode } from '../secrets/codes.ts';
import { target } from '../target.ts';

const schema = z.object({
  ClientId: input.clientId,
  Username: input.username,
  ConfirmationCode: input.code,
});

/** Confirms a person's address by the mailed code. */
export const confirmSignUp = target(schema, async (given, context, { address }) => {
  const subject = await findSubject(context, given.Username);
  if (subject.known && subject.person.status !== 'UNCONFIRMED') throw refusals.alreadyConfirmed();
  const { sub } = subject;
  const allowance = await spend(context, 'code', { account: sub, address });
  const mac = await checkCode(context, { sub, purpose: 'sign-up', code: given.ConfirmationCode });
  await allowance.giveBack();
  await context.db.transaction().execute(async (trx) => {
    await spendCode(trx, { sub, purpose: 'sign-up', mac });
    await trx
      .updateTable('pool_users')
      .set({ status: 'CONFIRMED', email_verified: true, updated_at: context.clock.now() })
      .where('sub', '=', sub)
      .execute();
  });
  return {};
});
