import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { CodeField } from '../../auth/code-field.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { AuthButton, AuthForm, AuthSwitchLink, MailboxHint, ResendButton } from '../../frame/auth-form.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { useCarriedEmail, useCodeRequest } from '../../auth/page-handover.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { CONFIRM_MESSAGES, confirmMachine } from '../../machines/confirm.machine.ts';
import { RESEND_WAIT_MS } from '../../machines/form.ts';
import { authPagePath, paths } from '../../paths.ts';
import { usePageTimers } from '../../clock/clock-react.tsx';
import { useMachine } from '../../use-machine.ts';

export function Confirm() {
  useTitle('Confirm your Email');
  const navigate = useNavigate();
  const { mailbox, status } = useSession();
  const { showToast } = useComposeContext();
  const [state, send] = useConfirm();
  const [email, setEmail] = useCarriedEmail();
  const [code, setCode] = useState('');
  const form = useId();
  const ids = { email: `${form}-email`, code: `${form}-code` };
  const { errors, resendAt } = state.context;
  const errorOf = (text: string) => (errors.includes(text) ? text : null);
  const resend = () => send({ type: 'RESEND', email });
  useCodeRequest(resend);

  const isDone = state.hasTag('done');
  const goHome = useEffectEvent(() => {
    void navigate(paths.home, { replace: true });
    if (status === 'person') return;
    // Only the tab of the sign-up can sign in automatically.
    const openSignIn = () => void navigate(authPagePath('signIn', email));
    showToast({
      text: 'Your email is confirmed.',
      stays: true,
      action: { label: 'Sign In', run: openSignIn },
    });
  });
  useEffect(() => {
    if (isDone) goHome();
  }, [isDone]);

  const editField = (setValue: (value: string) => void) => (value: string) => {
    setValue(value);
    send({ type: 'EDIT' });
  };

  return (
    <AuthFrame>
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
          onChange={editField(setEmail)}
        />
        <CodeField
          label="Confirmation Code"
          id={ids.code}
          name="code"
          value={code}
          error={errorOf(CONFIRM_MESSAGES.noCode)}
          onChange={editField(setCode)}
        />
        <AuthButton wide busy={state.hasTag('busy')}>
          Confirm Email
        </AuthButton>
        <ResendButton
          label="Resend Activation Code"
          availableAt={state.hasTag('waiting') ? resendAt : 0}
          wait={RESEND_WAIT_MS}
          busy={state.hasTag('resending')}
          onResend={resend}
        />
        <AuthSwitchLink question="Confirmed already?" action="Sign in!" to={authPagePath('signIn', email)} />
      </AuthForm>
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
