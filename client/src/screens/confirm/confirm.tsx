import { MailCheck } from 'lucide-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame.tsx';
import { Button } from '../../components/button.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { NoticeBox } from '../../components/notice-box.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { CONFIRM_WORDS } from '../../machines/confirm.machine.ts';
import { paths } from '../../paths.ts';
import { ResendButton } from './resend-button.tsx';
import { useConfirm } from './use-confirm.ts';

export function Confirm() {
  useTitle('Confirm your Email');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { mailbox } = useSession();
  const [state, send] = useConfirm();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [code, setCode] = useState('');
  const { error, secondsLeft } = state.context;

  const isDone = state.hasTag('done');
  useEffect(() => {
    if (isDone) void navigate(paths.home, { replace: true });
  }, [isDone, navigate]);

  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    send({ type: 'EDIT' });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send({ type: 'CONFIRM', email, code });
  };

  return (
    <AuthFrame>
      <form className="card" onSubmit={submit} noValidate>
        <h1>Confirm your Email</h1>
        <p className="lead">
          We sent a code to your email. It works for 24 hours.
          {mailbox && (
            <>
              {' '}
              Here, it is in{' '}
              <a className="link" href={mailbox} target="_blank" rel="noreferrer">
                the local mailbox
              </a>
              .
            </>
          )}
        </p>
        <ErrorBox errors={error === '' ? [] : [error]} />
        {state.hasTag('sent') && <NoticeBox icon={MailCheck}>{CONFIRM_WORDS.sent}</NoticeBox>}
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={edit(setEmail)}
        />
        <CodeField label="Confirmation Code" name="code" value={code} onChange={edit(setCode)} />
        <Button type="submit" wide busy={state.hasTag('busy')}>
          Confirm Email
        </Button>
        <ResendButton
          secondsLeft={state.hasTag('waiting') ? secondsLeft : 0}
          busy={state.hasTag('resending')}
          onResend={() => send({ type: 'RESEND', email })}
        />
      </form>
    </AuthFrame>
  );
}
