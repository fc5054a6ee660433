import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { burnCrud } from '../api/activities.ts';
import { ApiError, hasErrorCode } from '../api/api-error.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useCall } from '../api/api-react.tsx';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { ComposeContextValue } from './compose-context.tsx';
import { removeFromLists } from '../cache/cached-lists.ts';

/** `unknown`: the server may have burned it. */
export type BurnOutcome = 'burned' | 'refused' | 'unknown';
export type Burn = (crud: Pick<Activity, 'uuid'>) => Promise<BurnOutcome>;

/** Burns the user's own crud, or cancels an unsent one. A crud that has ended already counts as burned. */
export function useBurn(showToast: ComposeContextValue['showToast']): Burn {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  return useCallback(
    async ({ uuid }) => {
      try {
        if (!(await outbox.cancelItem(uuid))) await burnCrud(call, uuid);
      } catch (failure) {
        if (!hasErrorCode(failure, 'activity_expired') && !hasErrorCode(failure, 'activity_not_found')) {
          showToast({ text: toErrorTexts(failure).join('. ') });
          return isRefusal(failure) ? 'refused' : 'unknown';
        }
      }
      removeFromLists(client, uuid);
      return 'burned';
    },
    [call, client, outbox, showToast],
  );
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
}
