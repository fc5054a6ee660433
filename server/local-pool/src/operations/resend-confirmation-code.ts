import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { deliverCode } from '../mail/deliver-code.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { defineOperation } from '../operation.ts';

const schema = z.object({ ClientId: input.clientId, Username: input.username });

/** Mails a sign-up code again; see `issueCode` for when it is a new one. */
export const resendConfirmationCode = defineOperation(schema, async ({ Username }, context, { address }) => {
  const subject = await findSubject(context, Username);
  if (subject.known && subject.person.status !== 'UNCONFIRMED') throw refusals.nothingToConfirm();
  const account = subject.known ? subject.person.email : subject.username;
  const { total } = await consumeAllowance(context, 'mail', { account, address });
  const request = { purpose: 'sign-up', address, total } as const;
  return { CodeDeliveryDetails: await deliverCode(context, subject, request) };
});
