import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { burnCrud } from '../api/activities.ts';
import { hasCode, textsOf } from '../api/api-error.ts';
import { useCall } from '../api/api-react.tsx';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { Crudding } from './crudding.tsx';
import { takeAway } from './show-on-top.ts';

export type Burn = (crud: Pick<Activity, 'uuid'>) => Promise<void>;

/** Burns an own crud at once, or takes it back before it is sent. One that is gone already counts as burned. */
export function useBurn(say: Crudding['say']): Burn {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  return useCallback(
    async ({ uuid }) => {
      try {
        if (!(await outbox.takeBack(uuid))) await burnCrud(call, uuid);
      } catch (failure) {
        if (!hasCode(failure, 'activity_expired') && !hasCode(failure, 'activity_not_found')) {
          say({ text: textsOf(failure).join('. ') });
          return;
        }
      }
      takeAway(client, uuid);
    },
    [call, client, outbox, say],
  );
}
