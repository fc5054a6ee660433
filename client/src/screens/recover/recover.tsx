import { AuthFrame } from '../../components/auth-frame.tsx';
import { LinkButton } from '../../components/button.tsx';
import { NoticeBox } from '../../components/notice-box.tsx';
import { useTitle } from '../../feed/use-title.ts';
import { paths } from '../../paths.ts';
import { ResetForm } from './reset-form.tsx';
import { SendCodeForm } from './send-code-form.tsx';
import { useRecovery } from './use-recovery.ts';

export function Recover() {
  useTitle('Recover your Password');
  const [state, send] = useRecovery();
  const shared = {
    errors: state.hasTag('failed') ? [state.context.error] : [],
    busy: state.hasTag('busy'),
    onEdit: () => send({ type: 'EDIT' }),
  };
  return (
    <AuthFrame>
      {state.hasTag('sendCode') && (
        <SendCodeForm {...shared} onSend={(email) => send({ type: 'SEND', email })} />
      )}
      {state.hasTag('confirmCode') && (
        <ResetForm {...shared} onReset={(reset) => send({ type: 'RESET', ...reset })} />
      )}
      {state.hasTag('success') && (
        <section className="card">
          <h1>Recover your Password</h1>
          <NoticeBox>Your password has been successfully reset!</NoticeBox>
          <LinkButton wide to={paths.signIn}>
            Proceed to Signin
          </LinkButton>
        </section>
      )}
    </AuthFrame>
  );
}
