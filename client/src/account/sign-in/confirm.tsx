import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise, type EventFrom, type SnapshotFrom } from 'xstate';
import { AuthFrame, useCarriedEmail, useCodeRequest } from './auth-frame.tsx';
import { useReturnPath, useReturnState } from '../use-return-path.ts';
import { useTitle } from '../../sync/me/use-title.ts';
import { useSession } from '../../base/session/session-react.tsx';
import { confirmMachine, CONFIRM_MESSAGES, type Confirmation } from './confirm.machine.ts';
import { authPagePath, paths } from '../../base/paths.ts';
import { usePageTimers } from '../../base/clock/clock-react.tsx';
import { useMachine } from '../../base/machines/use-machine.ts';
import { useToasts } from '../../base/ui/toasts.tsx';
import { MailCheck } from 'lucide-react';
import { AuthButton, AuthForm, AuthSwitchLink, MailboxHint, ResendButton, CodeField } from './auth-form.tsx';
import { ERRORS_OF_FIELDS, findFieldErrors, RESEND_WAIT_MS } from '../../base/machines/form.machine.ts';
import { ErrorBox, NoticeBox, useFieldErrors } from '../../base/ui/error-box.tsx';
import { Field } from '../../base/ui/field.tsx';

export function Confirm() {
  useTitle('Confirm your Email');
  const navigate = useNavigate();
  const { mailbox, status } = useSession();
  const { showToast } = useToasts();
  const [state, send] = useConfirm();
  const [email, setEmail] = useCarriedEmail();
  const [code, setCode] = useState('');
  useCodeRequest(() => send({ type: 'RESEND', email }));

  const isDone = state.hasTag('done');
  const returnState = useReturnState();
  const back = useReturnPath();
  const leave = useEffectEvent(() => {
    const isSignedIn = status === 'person';
    void navigate(isSignedIn ? back : paths.home, { replace: true });
    if (isSignedIn) return;
    // Only the tab of the sign-up can sign in automatically.
    const openSignIn = () => void navigate(authPagePath('signIn', email), { state: returnState });
    showToast({
      text: 'Your email is confirmed.',
      stays: true,
      action: { label: 'Sign In', run: openSignIn },
    });
  });
  useEffect(() => {
    if (isDone) leave();
  }, [isDone]);

  return (
    <AuthFrame>
      <ConfirmForm
        state={state}
        send={send}
        fields={{ email, code }}
        onField={(name, value) => (name === 'email' ? setEmail : setCode)(value)}
        mailbox={mailbox}
      />
    </AuthFrame>
  );
}

/** Runs the confirmation machine with the identity provider and the session. */
function useConfirm() {
  const { identity, adoptSignIn } = useSession();
  // Their time goes on while a phone shows the mail app.
  const { now, timers } = usePageTimers();
  const machine = useMemo(
    () =>
      confirmMachine.provide({
        actors: {
          confirm: fromPromise(async ({ input: { email, code } }) =>
            (await identity()).confirmSignUp(email, code),
          ),
          resend: fromPromise(async ({ input: { email } }) => (await identity()).resendSignUpCode(email)),
          autoSignIn: fromPromise(async () => {
            const step = await (await identity()).autoSignIn();
            if (step === 'DONE') await adoptSignIn();
            return step;
          }),
        },
      }),
    [identity, adoptSignIn],
  );
  return useMachine(machine, { input: { now }, clock: timers });
}

const FIELDS = { email: ERRORS_OF_FIELDS.email, code: ERRORS_OF_FIELDS.code };

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
  const { errors, resendAt } = state.context;
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: FIELDS,
    found: findFieldErrors({ email, code }),
    onEdit: () => send({ type: 'EDIT' }),
  });
  const bind = (name: keyof Confirmation, value: string) => ({
    ...fieldProps(name),
    value,
    onChange: (next: string) => {
      onField(name, next);
      onEdit();
    },
  });
  return (
    <AuthForm onSubmit={() => send({ type: 'CONFIRM', email, code })}>
      <h1>Confirm your Email</h1>
      <p className="lead">
        We sent a code to your email. It works for 24 hours.
        <MailboxHint mailbox={mailbox} />
      </p>
      <ErrorBox {...box} />
      {state.hasTag('sent') && <NoticeBox icon={MailCheck}>{CONFIRM_MESSAGES.sent}</NoticeBox>}
      <Field label="Email" type="email" autoComplete="username" {...bind('email', email)} />
      <CodeField label="Confirmation Code" {...bind('code', code)} />
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
