import { z } from 'zod';
import { PoolError } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { passwordColumns } from '../people/password.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { revokeAllSessions } from '../tokens/end-sessions.ts';
import { checkCode, consumeCode, restoreCode } from '../mail/codes.ts';

const schema = z.object({
  ClientId: input.clientId,
  Username: input.username,
  ConfirmationCode: input.code,
  Password: input.password,
});

/**
 * Sets a new password with the mailed code, and ends all sessions, including those of a stolen old password. The code proves the
 * address, so it also confirms an unconfirmed person.
 */
export const confirmForgotPassword = defineOperation(schema, async (body, context, { address }) => {
  const { sub } = await findSubject(context, body.Username);
  const columns = passwordColumns(context.vault, sub, body.Password);
  const allowance = await consumeAllowance(context, 'code', { account: sub, address });
  await delayAnswer(context, allowance, sub);
  const mac = await checkCode(context, { sub, purpose: 'recovery', code: body.ConfirmationCode }).catch(
    (error: unknown) => {
      if (error instanceof PoolError) context.audit({ event: 'password_reset_failed', subject: sub });
      throw error;
    },
  );
  await allowance.refund();
  const now = context.clock.now();
  const { code, ended } = await context.db.transaction().execute(async (trx) => {
    const consumed = await consumeCode(trx, { sub, purpose: 'recovery', mac });
    await trx
      .updateTable('pool_users')
      .set({ ...columns, status: 'CONFIRMED', email_verified: true, updated_at: now })
      .where('sub', '=', sub)
      .execute();
    return { code: consumed, ended: await revokeAllSessions(trx, sub, now) };
  });
  // After the password, which protects the account also when this fails; the client can then repeat the call.
  await context.onGlobalSignOut(ended).catch(async (error: unknown) => {
    await restoreCode(context.db, code);
    throw error;
  });
  context.audit({ event: 'password_reset_completed', subject: sub });
  return {};
});
