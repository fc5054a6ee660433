import { z } from 'zod';
import { input } from '../input.ts';
import { deliverCode } from '../mail/deliver-code.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { defineOperation } from '../operation.ts';

const schema = z.object({ ClientId: input.clientId, Username: input.username });

/** Mails a recovery code. An unknown address gets the same answer. */
export const forgotPassword = defineOperation(schema, async ({ Username }, context, { address }) => {
  const subject = await findSubject(context, Username);
  const account = subject.known ? subject.person.email : subject.username;
  const { total } = await consumeAllowance(context, 'mail', { account, address });
  context.audit({ event: 'password_reset_requested', subject: subject.sub });
  const request = { purpose: 'recovery', address, total } as const;
  return { CodeDeliveryDetails: await deliverCode(context, subject, request) };
});
