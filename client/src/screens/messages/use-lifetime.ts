import type { ConversationLifetime, MessageLifetime } from '@cruddur/shared';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toErrorTexts } from '../../api/error-texts.ts';
import { useCall } from '../../api/api-react.tsx';
import { setMessageLifetime } from '../../api/lifetimes.ts';
import { lifetimeQuery, onLifetimeChanged } from '../../cache/conversation-queries.ts';
import { useComposeContext } from '../../compose/compose-context.tsx';

/** How long the messages of a conversation last, once it is known, and the change of it. A failed change is shown as a toast. */
export function useLifetime(group: string | null): {
  state: ConversationLifetime | undefined;
  change: (lifetime: MessageLifetime) => void;
} {
  const call = useCall();
  const client = useQueryClient();
  const { showToast } = useComposeContext();
  const { data } = useQuery({ ...lifetimeQuery(call, group ?? ''), enabled: group !== null });
  const change = useCallback(
    (lifetime: MessageLifetime) => {
      if (group === null) return;
      setMessageLifetime(call, group, lifetime).then(
        (changed) => onLifetimeChanged(client, changed),
        (failure: unknown) => showToast({ text: toErrorTexts(failure).join('. ') }),
      );
    },
    [call, client, group, showToast],
  );
  return { state: data, change };
}
