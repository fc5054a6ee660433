import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { AuthButton } from '../../frame/auth-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { supportsPasskeys } from '../../auth/identity-provider.ts';
import { useHydrating } from '../../ssr/use-hydrating.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { failureOf } from '../../machines/failure.ts';

/**
 * Signs in with a passkey, in browsers that support them. The server-rendered page always contains the button and hides it by
 * styles where it is unsupported, so nothing moves at hydration.
 */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const hydrating = useHydrating();
  if (!hydrating && !supportsPasskeys()) return null;
  return (
    <AuthButton type="button" variant="outline" wide className="needs-passkeys" busy={busy} onClick={onPress}>
      <Icon of={KeyRound} />
      Use a passkey
    </AuthButton>
  );
}

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
