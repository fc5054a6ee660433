import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { passwordColumns } from '../people/password.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { checkCode, consumeCode } from '../secrets/codes.ts';
import { notifyGlobalSignOut } from '../tokens/end-sessions.ts';

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
export const confirmForgotPassword = defineOperation(schema, async (given, context, { address }) => {
  const { sub } = await findSubject(context, given.Username);
  const columns = passwordColumns(context.vault, sub, given.Password);
  const allowance = await consumeAllowance(context, 'code', { account: sub, address });
  await delayAnswer(context, allowance, sub);
  const mac = await checkCode(context, { sub, purpose: 'recovery', code: given.ConfirmationCode });
  await allowance.refund();
  // Before the code is consumed: when it fails, the client can repeat the call.
  const announced = await notifyGlobalSignOut(context, sub);
  const ended = await context.db.transaction().execute(async (trx) => {
    await consumeCode(trx, { sub, purpose: 'recovery', mac });
    await trx
      .updateTable('pool_users')
      .set({ ...columns, status: 'CONFIRMED', email_verified: true, updated_at: context.clock.now() })
      .where('sub', '=', sub)
      .execute();
    return trx
      .updateTable('pool_sessions')
      .set({ revoked_at: context.clock.now() })
      .where('sub', '=', sub)
      .where('revoked_at', 'is', null)
      .returning('origin_jti')
      .execute();
  });
  context.audit({ event: 'password_reset_completed', subject: sub });
  // Sessions that started with the old password after the notification.
  const unannounced = ended.map(({ origin_jti }) => origin_jti).filter((jti) => !announced.includes(jti));
  if (unannounced.length > 0) await context.onSessionsEnded({ sub, originJtis: unannounced });
  return {};
});
