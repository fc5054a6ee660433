import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { useCarriedEmail, useCodeRequest } from '../../auth/page-handover.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { RESEND_WAIT_MS } from '../../machines/form.ts';
import { authPagePath } from '../../paths.ts';
import { codeStepPath, useRecovery } from './use-recovery.ts';
import { ResetForm } from './reset-form.tsx';
import { SendCodeForm } from './send-code-form.tsx';

/** The focused form is unmounted, so focus moves to the link. */
const focusLink = (link: HTMLElement | null) => link?.focus();

export function Recover() {
  useTitle('Recover your Password');
  const navigate = useNavigate();
  const { mailbox } = useSession();
  const [state, send] = useRecovery();
  const [typedEmail, setTypedEmail] = useCarriedEmail();
  useCodeRequest(() => send({ type: 'SEND', email: typedEmail }));
  const { email, errors, resendAt, resent } = state.context;
  const isCodeSent = state.hasTag('confirmCode');
  const isDone = state.hasTag('success');
  useEffect(() => {
    // A reload, as when a phone opens the mail meanwhile, continues at the same step. After the reset there is none to return to.
    if (isCodeSent) void navigate(codeStepPath(email), { replace: true });
    else if (isDone) void navigate(authPagePath('forgot', email), { replace: true });
  }, [isCodeSent, isDone, email, navigate]);
  const formProps = {
    errors,
    busy: state.hasTag('busy'),
    onEdit: () => send({ type: 'EDIT' }),
  };
  return (
    <AuthFrame>
      {state.hasTag('sendCode') && (
        <SendCodeForm
          {...formProps}
          email={typedEmail}
          onEmail={setTypedEmail}
          onSend={() => send({ type: 'SEND', email: typedEmail })}
        />
      )}
      {isCodeSent && (
        <ResetForm
          {...formProps}
          email={email}
          mailbox={mailbox}
          resent={resent}
          onReset={(reset) => send({ type: 'RESET', ...reset })}
          resend={{
            availableAt: state.hasTag('waiting') ? resendAt : 0,
            wait: RESEND_WAIT_MS,
            busy: state.hasTag('resending'),
            onResend: () => send({ type: 'RESEND' }),
          }}
        />
      )}
      {isDone && (
        <section className="card">
          <h1>Recover your Password</h1>
          <NoticeBox>Your password has been successfully reset!</NoticeBox>
          <LinkButton wide ref={focusLink} to={authPagePath('signIn', email)}>
            Proceed to Signin
          </LinkButton>
        </section>
      )}
    </AuthFrame>
  );
}
