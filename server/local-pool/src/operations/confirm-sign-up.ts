import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { checkCode, consumeCode } from '../mail/codes.ts';

const schema = z.object({
  ClientId: input.clientId,
  Username: input.username,
  ConfirmationCode: input.code,
});

/** Confirms a person's address with the mailed code. */
export const confirmSignUp = defineOperation(schema, async (body, context, { address }) => {
  const subject = await findSubject(context, body.Username);
  if (subject.known && subject.person.status !== 'UNCONFIRMED') throw refusals.alreadyConfirmed();
  const { sub } = subject;
  const allowance = await consumeAllowance(context, 'code', { account: sub, address });
  await delayAnswer(context, allowance, sub);
  const mac = await checkCode(context, { sub, purpose: 'sign-up', code: body.ConfirmationCode });
  await allowance.refund();
  await context.db.transaction().execute(async (trx) => {
    await consumeCode(trx, { sub, purpose: 'sign-up', mac });
    const { numUpdatedRows } = await trx
      .updateTable('pool_users')
      .set({ status: 'CONFIRMED', email_verified: true, updated_at: context.clock.now() })
      .where('sub', '=', sub)
      .executeTakeFirst();
    // The sign-up has expired and been deleted meanwhile.
    if (numUpdatedRows === 0n) throw refusals.expiredCode();
  });
  return {};
});
