import type { PoolContext } from '../context.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Subject } from '../people/subject.ts';
import type { CodePurpose } from '../tables.ts';
import { issueCode, findUsableCode } from './codes.ts';

/** The delivery details of an answer, with the address masked as in Cognito. */
export type CodeDelivery = { AttributeName: 'email'; DeliveryMedium: 'EMAIL'; Destination: string };

const mailTexts = {
  'sign-up': {
    subject: 'Your Cruddur activation code',
    text: (code: string) =>
      `Welcome to Cruddur!\n\nYour activation code is ${code}\n\nIt expires 24 hours after you signed up. If you didn’t sign up, ignore this email.`,
  },
  'sign-in': {
    subject: 'Your Cruddur sign-in code',
    text: (code: string) =>
      `Your sign-in code is ${code}\n\nIt works for three minutes. If you didn’t ask for it, ignore this email.`,
  },
  recovery: {
    subject: 'Your Cruddur password reset code',
    text: (code: string) =>
      `Your password reset code is ${code}\n\nIt works for one hour. If you didn’t ask for it, ignore this email: your password stays as it is.`,
  },
} as const;

export type DeliveryRequest = {
  purpose: CodePurpose;
  /** The network address of the request. */
  address: string;
  /** Mails to the account within 15 minutes; see `consumeAllowance`. */
  total?: number;
};

/** Mails to one account within 15 minutes, from all addresses, after which a usable code is not mailed again. */
const MAILS_PER_WINDOW = 30;

/** Mails the subject a code. An unknown address costs the same and gets the same answer, but no mail. */
export async function deliverCode(
  context: PoolContext,
  subject: Subject,
  request: DeliveryRequest,
): Promise<CodeDelivery> {
  const address = subject.known ? subject.person.email : subject.username;
  const details = {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: maskAddress(address),
  } as const;
  const owner = { sub: subject.sub, purpose: request.purpose };
  // A refusal would let other people block the owner's codes; the code that was mailed before still works.
  const isLimitReached =
    (request.total ?? 0) > MAILS_PER_WINDOW && (await findUsableCode(context, owner)) !== undefined;
  if (!isLimitReached) await mailCode(context, subject, request);
  return details;
}

async function mailCode(
  context: PoolContext,
  subject: Subject,
  { purpose, address }: DeliveryRequest,
): Promise<void> {
  const isSignUp = subject.known && purpose === 'sign-up';
  const endsBy = isSignUp ? after(subject.person.created_at, lifetimes.unconfirmed) : undefined;
  const { code, expires_at } = await issueCode(context, { sub: subject.sub, purpose, address, endsBy });
  const { subject: title, text } = mailTexts[purpose];
  await context.mailer.send({
    to: subject.known ? subject.person.email : null,
    subject: title,
    text: text(code),
    sub: subject.sub,
    purpose,
    code,
    expires_at,
    sent_at: context.clock.now(),
  });
}

function maskAddress(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}
