import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { useCarriedEmail, useCodeRequest } from '../../auth/page-handover.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { confirmMachine } from '../../machines/confirm.machine.ts';
import { authPagePath, paths } from '../../paths.ts';
import { usePageTimers } from '../../clock/clock-react.tsx';
import { useMachine } from '../../use-machine.ts';
import { ConfirmForm } from './confirm-form.tsx';

export function Confirm() {
  useTitle('Confirm your Email');
  const navigate = useNavigate();
  const { mailbox, status } = useSession();
  const { showToast } = useComposeContext();
  const [state, send] = useConfirm();
  const [email, setEmail] = useCarriedEmail();
  const [code, setCode] = useState('');
  useCodeRequest(() => send({ type: 'RESEND', email }));

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
