import { ERASED_NAME, type ShortUser } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { personQuery } from '../../api/queries.ts';

/** Whether the other person's account is deleted. The name is no proof, because anybody may choose it; so it is asked. */
export function useGone(partner: ShortUser | undefined): boolean {
  const { error } = useQuery({
    ...personQuery(useCall(), partner?.handle ?? ''),
    enabled: partner?.display_name === ERASED_NAME,
    staleTime: 0,
  });
  return hasCode(error, 'user_not_found');
}
