import type { PoolContext } from '../context.ts';
import type { Subject } from '../people/subject.ts';
import { issueCode } from '../secrets/codes.ts';
import type { CodePurpose } from '../tables.ts';

/** The part of an answer that says where the code went, the address masked as Cognito does. */
export type CodeDelivery = { AttributeName: 'email'; DeliveryMedium: 'EMAIL'; Destination: string };

const wording = {
  'sign-up': {
    subject: 'Your Cruddur activation code',
    text: (code: string) =>
      `Welcome to Cruddur!\n\nYour activation code is ${code}\n\nIt works for 24 hours. If you did not sign up, ignore this mail.`,
  },
  'sign-in': {
    subject: 'Your Cruddur sign-in code',
    text: (code: string) =>
      `Your sign-in code is ${code}\n\nIt works for three minutes. If you did not ask for it, ignore this mail.`,
  },
  recovery: {
    subject: 'Your Cruddur password reset code',
    text: (code: string) =>
      `Your password reset code is ${code}\n\nIt works for one hour. If you did not ask for it, ignore this mail: your password stays as it is.`,
  },
} as const;

/** Sends the subject a fresh code; an unknown address costs and answers the same, and gets nothing. */
export async function deliverCode(
  context: PoolContext,
  subject: Subject,
  purpose: CodePurpose,
): Promise<CodeDelivery> {
  const code = await issueCode(context, { sub: subject.sub, purpose });
  const { subject: title, text } = wording[purpose];
  await context.mailer.send({
    to: subject.known ? subject.person.email : null,
    subject: title,
    text: text(code),
    code,
    sent_at: context.clock.now(),
  });
  const address = subject.known ? subject.person.email : subject.username;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: mask(address) };
}

function mask(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}
