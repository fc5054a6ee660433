import { useState } from 'react';
import { ErrorBox } from '../../components/error-box.tsx';
import { GateButton } from '../../components/gate-form.tsx';
import { useSession } from '../../identity/session-react.tsx';
import { failureOf } from '../../machines/failure.ts';

/** The way in by the pool's own page, where one is configured, and why it led nowhere. */
export function HostedSignIn() {
  const { hosted } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hosted) return null;
  const error = failed ?? hosted.refusal;

  const leave = () => {
    setFailed('');
    setBusy(true);
    hosted.signIn().catch((failure: unknown) => {
      setBusy(false);
      setFailed(failureOf(failure).message);
    });
  };
  return (
    <>
      <ErrorBox errors={error === '' ? [] : [error]} />
      <GateButton type="button" variant="line" wide busy={busy} onClick={leave}>
        Continue with the hosted page
      </GateButton>
    </>
  );
}
