import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { deliverCode } from '../mail/deliver-code.ts';
import { indexAttributes, readEmail, readHandle, readName } from '../people/attributes.ts';
import { createPerson } from '../people/create-person.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { defineOperation } from '../operation.ts';

const schema = z.object({
  ClientId: input.clientId,
  Username: input.username,
  Password: input.password,
  UserAttributes: input.attributes.default([]),
});

/** Creates an unconfirmed person and mails the code. The username is the mail address. */
export const signUp = defineOperation(schema, async (body, context, { address }) => {
  const email = readEmail(body.Username);
  const attributes = indexAttributes(body.UserAttributes, ['email', 'name', 'preferred_username']);
  if (readEmail(attributes.get('email') ?? email) !== email) {
    throw invalidParameter('The email attribute must be the same as the username.');
  }
  const name = readName(attributes.get('name'));
  const preferred_username = readHandle(attributes.get('preferred_username'));
  await consumeAllowance(context, 'mail', { account: email, address });
  const { sub } = await createPerson(context, {
    email,
    password: body.Password,
    name,
    preferred_username,
    status: 'UNCONFIRMED',
  });
  const subject = await findSubject(context, sub);
  const CodeDeliveryDetails = await deliverCode(context, subject, { purpose: 'sign-up', address });
  return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails };
});
