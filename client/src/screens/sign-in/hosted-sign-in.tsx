import { useState } from 'react';
import { useSession } from '../../auth/session/session-react.tsx';
import { AuthButton } from '../../frame/auth-form.tsx';
import { failureOf } from '../../machines/failure.ts';
import { ErrorBox } from '../../ui/error-box.tsx';

/** Signs in on the pool's hosted page, where one is configured, and shows the error of the last attempt. */
export function HostedSignIn() {
  const { hosted } = useSession();
  const [requestError, setRequestError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hosted) return null;
  const error = requestError ?? hosted.errorMessage;

  const openHostedPage = () => {
    setRequestError('');
    setBusy(true);
    hosted.signIn().catch((failure: unknown) => {
      setBusy(false);
      setRequestError(failureOf(failure).message);
    });
  };
  return (
    <>
      <ErrorBox errors={error === '' ? [] : [error]} />
      <AuthButton type="button" variant="outline" wide busy={busy} onClick={openHostedPage}>
        Continue with the hosted page
      </AuthButton>
    </>
  );
}
