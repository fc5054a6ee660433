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
 * The other way to sign in, where the browser knows it. A page that the server made has it, and hides it by its styles where it is
 * of no use, so that nothing moves when it goes.
 */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const hydrating = useHydrating();
  if (!hydrating && !supportsPasskeys()) return null;
  return (
    <AuthButton type="button" variant="line" wide className="needs-passkeys" busy={busy} onClick={onPress}>
      <Icon of={KeyRound} />
      Use a passkey
    </AuthButton>
  );
}

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
