import { useEffect, useRef } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { RESEND_WAIT_MS } from '../../machines/form.ts';
import type { recoveryMachine } from '../../machines/recovery.machine.ts';
import { authPagePath } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { ResetForm, type ResetFields } from './reset-form.tsx';
import { SendCodeForm } from './send-code-form.tsx';

type RecoveryState = SnapshotFrom<typeof recoveryMachine>;

interface Props {
  state: RecoveryState;
  send: (event: EventFrom<typeof recoveryMachine>) => void;
  /** The field of the first step. */
  email: string;
  onEmail: (email: string) => void;
  /** The fields of the second step. */
  reset: ResetFields;
  onReset: (name: keyof ResetFields, value: string) => void;
  /** Address of the local pool's mailbox; null with a real pool. */
  mailbox: string | null;
}

export const EMPTY_RESET: ResetFields = { code: '', password: '', passwordAgain: '' };

/** The step of the recovery machine's state: requesting a code, setting the password, or the end. */
export function RecoverySteps({ state, send, email, onEmail, reset, onReset, mailbox }: Props) {
  const { errors, resendAt, resent, ...context } = state.context;
  const formProps = {
    errors,
    busy: state.hasTag('busy'),
    onEdit: () => send({ type: 'EDIT' }),
  };
  return (
    <>
      {state.hasTag('sendCode') && (
        <SendCodeForm
          {...formProps}
          email={email}
          onEmail={onEmail}
          onSend={() => send({ type: 'SEND', email })}
        />
      )}
      {state.hasTag('confirmCode') && (
        <ResetForm
          {...formProps}
          fields={reset}
          onField={onReset}
          email={context.email}
          mailbox={mailbox}
          resent={resent}
          onReset={() => send({ type: 'RESET', ...reset })}
          resend={{
            availableAt: state.hasTag('waiting') ? resendAt : 0,
            wait: RESEND_WAIT_MS,
            busy: state.hasTag('resending'),
            onResend: () => send({ type: 'RESEND' }),
          }}
        />
      )}
      {state.hasTag('success') && <ResetDone email={context.email} />}
    </>
  );
}

function ResetDone({ email }: { email: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // The focused form is unmounted. A function as ref would be called after every render: the router's link wraps it.
  useEffect(() => link.current?.focus(), []);
  return (
    <section className="card">
      <h1>Recover your Password</h1>
      <NoticeBox>Your password has been successfully reset!</NoticeBox>
      <LinkButton wide ref={link} to={authPagePath('signIn', email)}>
        Proceed to Signin
      </LinkButton>
    </section>
  );
}

/** The page's address in this state; null for that from before the code was sent. */
export function stepPathOf(state: RecoveryState): string | null {
  const { email } = state.context;
  if (state.hasTag('confirmCode')) return `${authPagePath('forgot', email)}&step=code`;
  return state.hasTag('success') ? authPagePath('forgot', email) : null;
}
