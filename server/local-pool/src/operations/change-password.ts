import { z } from 'zod';
import { input } from '../input.ts';
import { checkPassword } from '../people/check-password.ts';
import { findSubject } from '../people/subject.ts';
import { passwordColumns } from '../people/password.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({
  AccessToken: input.token,
  PreviousPassword: input.password,
  ProposedPassword: input.password,
});

/** Changes the password of a signed-in person. Requires the old one. */
export const changePassword = defineOperation(schema, async (body, context, { address }) => {
  const { sub } = await findTokenPerson(context, body.AccessToken);
  const subject = await findSubject(context, sub);
  await checkPassword(context, { subject, password: body.PreviousPassword, address });
  await context.db
    .updateTable('pool_users')
    .set({ ...passwordColumns(context.vault, sub, body.ProposedPassword), updated_at: context.clock.now() })
    .where('sub', '=', sub)
    .execute();
  context.audit({ event: 'password_changed', subject: sub });
  return {};
});
