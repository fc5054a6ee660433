import { isExpired, type Activity, type Profile } from '@cruddur/shared';
import { useNowUntil } from '../../clock/clock-react.tsx';

/** The count of unexpired cruds as of now: the server's, without those on the page whose time came since. */
export function useCrudsCount(profile: Profile | undefined, items: readonly Activity[]): number {
  const own = items.filter(
    (item) => item.cognito_user_uuid === profile?.cognito_user_uuid && !item.reposted_by && item.expires_at,
  );
  const ends = own.map(({ expires_at }) => Date.parse(expires_at ?? ''));
  const next = useNextExpiry(ends);
  const now = useNowUntil(next);
  const expired = own.filter(({ expires_at }) => isExpired(expires_at, now));
  return Math.max(0, (profile?.cruds_count ?? 0) - expired.length);
}

/** The earliest end that is still to come, or lies so little back that the count may not show it yet. */
function useNextExpiry(ends: readonly number[]): number {
  const now = useNowUntil(Infinity);
  return Math.min(Infinity, ...ends.filter((end) => end > now - 10_000));
}
