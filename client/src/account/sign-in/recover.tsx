import { useEffect, useEffectEvent, useState, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AuthFrame, useCarriedEmail, useCodeRequest } from './auth-frame.tsx';
import { useReturnState } from '../use-return-path.ts';
import { useTitle } from '../../sync/me/use-title.ts';
import { useSession } from '../../base/session/session-react.tsx';
import { fromPromise, type EventFrom, type SnapshotFrom } from 'xstate';
import { usePageTimers } from '../../base/clock/clock-react.tsx';
import { useMachine } from '../../base/machines/use-machine.ts';
import { recoveryMachine, RECOVERY_SENT } from './recovery.machine.ts';
import { ERRORS_OF_FIELDS, findFieldErrors, RESEND_WAIT_MS } from '../../base/machines/form.machine.ts';
import { authPagePath } from '../../base/paths.ts';
import { LinkButton } from '../../base/ui/button.tsx';
import { NoticeBox, ErrorBox, useFieldErrors } from '../../base/ui/error-box.tsx';
import { Field, PasswordField } from '../../base/ui/field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink, MailboxHint, ResendButton, CodeField } from './auth-form.tsx';
import { PASSWORD_MIN } from '@cruddur/shared';
import { MailCheck } from 'lucide-react';

export function Recover() {
  useTitle('Recover your Password');
  const navigate = useNavigate();
  const { mailbox } = useSession();
  const [state, send] = useRecovery();
  const [typedEmail, setTypedEmail] = useCarriedEmail();
  const [reset, setReset] = useState(EMPTY_RESET);
  useCodeRequest(() => send({ type: 'SEND', email: typedEmail }));
  const stepPath = stepPathOf(state);
  const returnState = useReturnState();
  const showStep = useEffectEvent((path: string) => {
    void navigate(path, { replace: true, state: returnState });
  });
  useEffect(() => {
    // A reload, as when a phone opens the mail meanwhile, continues at the same step. After the reset there is none to return to.
    if (stepPath !== null) showStep(stepPath);
  }, [stepPath]);
  return (
    <AuthFrame>
      <RecoverySteps
        state={state}
        send={send}
        email={typedEmail}
        onEmail={setTypedEmail}
        reset={reset}
        onReset={(name, value) => setReset((previous) => ({ ...previous, [name]: value }))}
        mailbox={mailbox}
      />
    </AuthFrame>
  );
}

/** Runs the recovery machine with the identity provider, from the step that the page's address names. */
export function useRecovery() {
  const { identity } = useSession();
  const [query] = useSearchParams();
  // Their time goes on while a phone shows the mail app.
  const { now, timers } = usePageTimers();
  const machine = useMemo(
    () =>
      recoveryMachine.provide({
        actors: {
          sendCode: fromPromise(async ({ input: { email } }) => (await identity()).resetPassword(email)),
          reset: fromPromise(async ({ input }) => (await identity()).confirmResetPassword(input)),
        },
      }),
    [identity],
  );
  return useMachine(machine, { input: { now, sentTo: readCodeRecipient(query) }, clock: timers });
}

/** The email that a code was sent to, from the page's address; empty before that step. */
function readCodeRecipient(query: URLSearchParams): string {
  return query.get('step') === 'code' ? (query.get('email') ?? '').trim() : '';
}

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
      <LinkButton wide ref={link} to={authPagePath('signIn', email)} state={useReturnState()}>
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

const { email: ofEmail, ...RESET_FIELDS } = ERRORS_OF_FIELDS;
const EMAIL_FIELD = { email: ofEmail };

type SendCodeFormProps = {
  email: string;
  errors: readonly string[];
  busy: boolean;
  onEmail: (email: string) => void;
  onEdit: () => void;
  onSend: () => void;
};

/** The first step: the email of the account. */
function SendCodeForm({ email, errors, busy, onEmail, onEdit, onSend }: SendCodeFormProps) {
  const { box, fieldProps, ...form } = useFieldErrors({
    errors,
    ofFields: EMAIL_FIELD,
    found: findFieldErrors({ email }),
    onEdit,
  });
  return (
    <AuthForm onSubmit={onSend}>
      <h1>Recover your Password</h1>
      <ErrorBox {...box} />
      <Field
        label="Email"
        {...fieldProps('email')}
        help="If there’s an account for this email, we’ll send it a code."
        type="email"
        autoComplete="username"
        value={email}
        onChange={(value) => {
          onEmail(value);
          form.onEdit();
        }}
      />
      <AuthButton wide busy={busy}>
        Send Recovery Code
      </AuthButton>
      <AuthSwitchLink question="Remembered it?" action="Sign in!" to={authPagePath('signIn', email)} />
    </AuthForm>
  );
}

type ResetFields = { code: string; password: string; passwordAgain: string };

type ResetFieldsProps = {
  fields: ResetFields;
  onField: (name: keyof ResetFields, value: string) => void;
  email: string;
  mailbox: string | null;
  errors: readonly string[];
  busy: boolean;
  /** Another code was sent. */
  resent: boolean;
  resend: { availableAt: number; wait: number; busy: boolean; onResend: () => void };
  onEdit: () => void;
  onReset: () => void;
};

/** The second step: the code from the mail and the new password, twice. */
function ResetForm(props: ResetFieldsProps) {
  const { fields, onField, email, mailbox, errors, busy, resent, resend, onReset } = props;
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: RESET_FIELDS,
    found: findFieldErrors(fields),
    onEdit: props.onEdit,
  });
  const bind = (name: keyof ResetFields) => ({
    ...fieldProps(name),
    'aria-required': true,
    value: fields[name],
    onChange: (value: string) => {
      onField(name, value);
      onEdit();
    },
  });
  return (
    <AuthForm onSubmit={onReset}>
      <h1>Recover your Password</h1>
      <p className="lead">
        If there’s an account, a code is on its way to {email}. It works for one hour.
        <MailboxHint mailbox={mailbox} />
      </p>
      <ErrorBox {...box} />
      {resent && <NoticeBox icon={MailCheck}>{RECOVERY_SENT}</NoticeBox>}
      {/* Password managers store the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {/* The step appears in response to a press; focus continues here. */}
      <CodeField label="Reset Password Code" autoFocus {...bind('code')} />
      <PasswordField
        label="New Password"
        help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordField label="New Password Again" autoComplete="new-password" {...bind('passwordAgain')} />
      <AuthButton wide busy={busy}>
        Reset Password
      </AuthButton>
      <ResendButton label="Send Another Code" {...resend} />
      <AuthSwitchLink question="Remembered it?" action="Sign in!" to={authPagePath('signIn', email)} />
    </AuthForm>
  );
}
