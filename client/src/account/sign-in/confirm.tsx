import { MailCheck } from 'lucide-react';
import { useId } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { CodeField } from '../../auth/code-field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink, MailboxHint, ResendButton } from '../../frame/auth-form.tsx';
import { CONFIRM_MESSAGES, type Confirmation, type confirmMachine } from '../../machines/confirm.machine.ts';
import { RESEND_WAIT_MS } from '../../machines/form.ts';
import { authPagePath } from '../../paths.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';

interface Props {
  state: SnapshotFrom<typeof confirmMachine>;
  send: (event: EventFrom<typeof confirmMachine>) => void;
  fields: Confirmation;
  onField: (name: keyof Confirmation, value: string) => void;
  /** Address of the local pool's mailbox; null with a real pool. */
  mailbox: string | null;
}

/** The form of the confirmation machine, in each of its states. */
export function ConfirmForm({ state, send, fields: { email, code }, onField, mailbox }: Props) {
  const form = useId();
  const ids = { email: `${form}-email`, code: `${form}-code` };
  const { errors, resendAt } = state.context;
  const errorOf = (text: string) => (errors.includes(text) ? text : null);
  const editField = (name: keyof Confirmation) => (value: string) => {
    onField(name, value);
    send({ type: 'EDIT' });
  };
  return (
    <AuthForm onSubmit={() => send({ type: 'CONFIRM', email, code })}>
      <h1>Confirm your Email</h1>
      <p className="lead">
        We sent a code to your email. It works for 24 hours.
        <MailboxHint mailbox={mailbox} />
      </p>
      <ErrorBox
        errors={errors}
        fields={{ [CONFIRM_MESSAGES.noEmail]: ids.email, [CONFIRM_MESSAGES.noCode]: ids.code }}
      />
      {state.hasTag('sent') && <NoticeBox icon={MailCheck}>{CONFIRM_MESSAGES.sent}</NoticeBox>}
      <Field
        label="Email"
        id={ids.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        error={errorOf(CONFIRM_MESSAGES.noEmail)}
        onChange={editField('email')}
      />
      <CodeField
        label="Confirmation Code"
        id={ids.code}
        name="code"
        value={code}
        error={errorOf(CONFIRM_MESSAGES.noCode)}
        onChange={editField('code')}
      />
      <AuthButton wide busy={state.hasTag('busy')}>
        Confirm Email
      </AuthButton>
      <ResendButton
        label="Resend Activation Code"
        availableAt={state.hasTag('waiting') ? resendAt : 0}
        wait={RESEND_WAIT_MS}
        busy={state.hasTag('resending')}
        onResend={() => send({ type: 'RESEND', email })}
      />
      <AuthSwitchLink question="Confirmed already?" action="Sign in!" to={authPagePath('signIn', email)} />
    </AuthForm>
  );
}
