import { useNowUntil } from '../../components/clock.tsx';
import { useLeases } from '../../realtime/company-react.tsx';

/** Whether the other person looks at this conversation now, or types in it. */
export function usePartnerState(
  group: string,
  handle: string | undefined,
): { here: boolean; typing: boolean } {
  const { here, typing } = useLeases(group, handle ?? '');
  return { here: here > useNowUntil(here), typing: typing > useNowUntil(typing) };
}
