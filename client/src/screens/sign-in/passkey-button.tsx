import { KeyRound } from 'lucide-react';
import { GateButton } from '../../components/gate-form.tsx';
import { Icon } from '../../components/icon.tsx';
import { canUsePasskeys } from '../../identity/browser-can.ts';
import { useHydrating } from '../../components/hydrating.ts';

/**
 * The other way to sign in, where the browser knows it. A page that the server made has it, and hides it by its styles where it is
 * of no use, so that nothing moves when it goes.
 */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const hydrating = useHydrating();
  if (!hydrating && !canUsePasskeys()) return null;
  return (
    <GateButton type="button" variant="line" wide className="needs-passkeys" busy={busy} onClick={onPress}>
      <Icon of={KeyRound} />
      Use a passkey
    </GateButton>
  );
}
