import { useNowUntil } from '../../components/clock.tsx';
import { useLeases, useSayHere } from '../../realtime/company-react.tsx';

/** Whether the other person looks at this conversation now, or types in it; they are told the same of us. */
export function usePartnerState(
  group: string,
  handle: string | undefined,
): { here: boolean; typing: boolean } {
  useSayHere(handle === undefined ? null : group);
  const { here, typing } = useLeases(group, handle ?? '');
  return { here: here > useNowUntil(here), typing: typing > useNowUntil(typing) };
}
