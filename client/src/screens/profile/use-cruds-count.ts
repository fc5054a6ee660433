import { isExpired, type Activity, type Profile } from '@cruddur/shared';
import { isCountedOnProfile } from '../../cache/activity-reducers.ts';
import { useNowUntil } from '../../clock/clock-react.tsx';

/** The number of unexpired cruds: the server's count without loaded ones that have expired since. */
export function useCrudsCount(profile: Profile | undefined, items: readonly Activity[]): number {
  const own = items.filter((item) => profile && item.expires_at && isCountedOnProfile(item, profile));
  const expiries = own.map(({ expires_at }) => Date.parse(expires_at ?? ''));
  const next = useNextExpiry(expiries);
  const now = useNowUntil(next);
  const expired = own.filter(({ expires_at }) => isExpired(expires_at, now));
  return Math.max(0, (profile?.cruds_count ?? 0) - expired.length);
}

/** The earliest expiry that is ahead, or at most ten seconds back: the count may not include it yet. */
function useNextExpiry(expiries: readonly number[]): number {
  const now = useNowUntil(Infinity);
  return Math.min(Infinity, ...expiries.filter((expiry) => expiry > now - 10_000));
}
