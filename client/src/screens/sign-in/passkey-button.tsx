import { KeyRound } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { canUsePasskeys } from '../../identity/browser-can.ts';

/** The other way to sign in, where the browser knows it. */
export function PasskeyButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  if (!canUsePasskeys()) return null;
  return (
    <Button variant="line" wide busy={busy} onClick={onPress}>
      <Icon of={KeyRound} />
      Use a passkey
    </Button>
  );
}
