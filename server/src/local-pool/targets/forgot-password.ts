import { z } from 'zod';
import { input } from '../input.ts';
import { deliverCode } from '../mail/deliver-code.ts';
import { findSubject } from '../people/find-subject.ts';
import { spend } from '../rate-limits.ts';
import { target } from '../target.ts';

const schema = z.object({ ClientId: input.clientId, Username: input.username });

/** Mails a recovery code; unknown addresses get the same answer. */
export const forgotPassword = target(schema, async ({ Username }, context, { address }) => {
  const subject = await findSubject(context, Username);
  const account = subject.known ? subject.person.email : subject.username;
  await spend(context, 'mail', { account, address });
  return { CodeDeliveryDetails: await deliverCode(context, subject, 'recovery') };
});
