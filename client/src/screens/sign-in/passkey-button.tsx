import { KeyRound } from 'lucide-react';
import { supportsPasskeys } from '../../auth/identity-provider.ts';
import { AuthButton } from '../../frame/auth-form.tsx';
import { useHydrating } from '../../ssr/use-hydrating.ts';
import { Icon } from '../../ui/icon.tsx';

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
