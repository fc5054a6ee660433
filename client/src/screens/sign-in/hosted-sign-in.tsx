import { useState } from 'react';
import { ErrorBox } from '../../ui/error-box.tsx';
import { AuthButton } from '../../frame/auth-form.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { failureOf } from '../../machines/failure.ts';

/** The way in by the pool's own page, where one is configured, and why it led nowhere. */
export function HostedSignIn() {
  const { hosted } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hosted) return null;
  const error = failed ?? hosted.errorMessage;

  const openHostedPage = () => {
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
      <AuthButton type="button" variant="line" wide busy={busy} onClick={openHostedPage}>
        Continue with the hosted page
      </AuthButton>
    </>
  );
}
