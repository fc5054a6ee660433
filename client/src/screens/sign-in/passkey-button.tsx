import { KeyRound } from 'lucide-react';
import { AuthButton } from '../../frame/auth-form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { supportsPasskeys } from '../../auth/supports-passkeys.ts';
import { useHydrating } from '../../ssr/use-hydrating.ts';

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
