import { useNowUntil } from '../../clock/clock-react.tsx';
import { usePresence } from '../../realtime/presence/presence-react.tsx';

/** Whether the other person looks at this conversation now, or types in it. */
export function usePartnerPresence(
  group: string,
  handle: string | undefined,
): { isPresent: boolean; typing: boolean } {
  const { presentUntil, typingUntil } = usePresence(group, handle ?? '');
  return {
    isPresent: presentUntil > useNowUntil(presentUntil),
    typing: typingUntil > useNowUntil(typingUntil),
  };
}
