import { ERASED_NAME, type ShortUser } from '@cruddur/shared';
import { useQuery } from '@tanstack/react-query';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { personQuery } from '../../cache/queries.ts';

/** Whether the other person's account is deleted. The name is no proof, because anybody may choose it; so it is asked. */
export function useIsPartnerDeleted(partner: ShortUser | undefined): boolean {
  const { error } = useQuery({
    ...personQuery(useCall(), partner?.handle ?? ''),
    enabled: partner?.display_name === ERASED_NAME,
    staleTime: 0,
  });
  return hasErrorCode(error, 'user_not_found');
}
