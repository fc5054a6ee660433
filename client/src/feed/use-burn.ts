import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { burnCrud } from '../api/activities.ts';
import { hasCode, textsOf } from '../api/api-error.ts';
import { useCall } from '../api/api-react.tsx';
import { useOutbox } from '../outbox/outbox-react.tsx';

/** Burns an own crud, or takes it back before it is sent. One that is gone already counts as burned. */
export function useBurn(say: (text: string) => void) {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  return useCallback(
    async ({ uuid }: Pick<Activity, 'uuid'>) => {
      try {
        if (!(await outbox.takeBack(uuid))) await burnCrud(call, uuid);
      } catch (failure) {
        if (!hasCode(failure, 'activity_expired') && !hasCode(failure, 'activity_not_found')) {
          say(textsOf(failure).join('. '));
          return;
        }
      }
      // It came with the outbox: visitors have nothing to burn.
      const { takeAway } = await import('./show-on-top.ts');
      takeAway(client, uuid);
    },
    [call, client, outbox, say],
  );
}
