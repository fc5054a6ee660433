import { MailCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { GateButton, GateForm } from '../../components/gate-form.tsx';
import { GateStrip } from '../../components/gate-strip.tsx';
import { MailboxHint } from '../../components/mailbox-hint.tsx';
import { NoticeBox } from '../../components/notice-box.tsx';
import { ResendButton } from '../../components/resend-button.tsx';
import { useCrudding } from '../../feed/crudding.tsx';
import { useCarriedEmail } from '../../feed/use-carried-email.ts';
import { useCodeWanted } from '../../feed/use-code-wanted.ts';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { CONFIRM_WORDS } from '../../machines/confirm.machine.ts';
import { gatePath, paths } from '../../paths.ts';
import { useConfirm } from './use-confirm.ts';

export function Confirm() {
  useTitle('Confirm your Email');
  const navigate = useNavigate();
  const { mailbox, status } = useSession();
  const { say } = useCrudding();
  const [state, send] = useConfirm();
  const [email, setEmail] = useCarriedEmail();
  const [code, setCode] = useState('');
  const form = useId();
  const ids = { email: `${form}-email`, code: `${form}-code` };
  const { error, secondsLeft } = state.context;
  const resend = () => send({ type: 'RESEND', email });
  useCodeWanted(resend);

  const isDone = state.hasTag('done');
  const goHome = useEffectEvent(() => {
    void navigate(paths.home, { replace: true });
    if (status === 'person') return;
    // Only the tab that signed up can go on by itself.
    const run = () => void navigate(gatePath('signIn', email));
    say({ text: 'Your email is confirmed.', stays: true, action: { label: 'Sign In', run } });
  });
  useEffect(() => {
    if (isDone) goHome();
  }, [isDone]);

  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    send({ type: 'EDIT' });
  };

  return (
    <AuthFrame>
      <GateForm onSubmit={() => send({ type: 'CONFIRM', email, code })}>
        <h1>Confirm your Email</h1>
        <p className="lead">
          We sent a code to your email. It works for 24 hours.
          <MailboxHint mailbox={mailbox} />
        </p>
        <ErrorBox
          errors={error === '' ? [] : [error]}
          fields={{ [CONFIRM_WORDS.noEmail]: ids.email, [CONFIRM_WORDS.noCode]: ids.code }}
        />
        {state.hasTag('sent') && <NoticeBox icon={MailCheck}>{CONFIRM_WORDS.sent}</NoticeBox>}
        <Field
          label="Email"
          id={ids.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={edit(setEmail)}
        />
        <CodeField
          label="Confirmation Code"
          id={ids.code}
          name="code"
          value={code}
          onChange={edit(setCode)}
        />
        <GateButton wide busy={state.hasTag('busy')}>
          Confirm Email
        </GateButton>
        <ResendButton
          label="Resend Activation Code"
          secondsLeft={state.hasTag('waiting') ? secondsLeft : 0}
          busy={state.hasTag('resending')}
          onResend={resend}
        />
        <GateStrip question="Confirmed already?" action="Sign in!" to={gatePath('signIn', email)} />
      </GateForm>
    </AuthFrame>
  );
}
