import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { useCarriedEmail, useCodeRequest } from '../../auth/page-handover.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { stepPathOf, RecoverySteps, EMPTY_RESET } from './recovery-steps.tsx';
import { useRecovery } from './use-recovery.ts';

export function Recover() {
  useTitle('Recover your Password');
  const navigate = useNavigate();
  const { mailbox } = useSession();
  const [state, send] = useRecovery();
  const [typedEmail, setTypedEmail] = useCarriedEmail();
  const [reset, setReset] = useState(EMPTY_RESET);
  useCodeRequest(() => send({ type: 'SEND', email: typedEmail }));
  const stepPath = stepPathOf(state);
  useEffect(() => {
    // A reload, as when a phone opens the mail meanwhile, continues at the same step. After the reset there is none to return to.
    if (stepPath !== null) void navigate(stepPath, { replace: true });
  }, [stepPath, navigate]);
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
