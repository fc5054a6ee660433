import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { sendMessage } from '../../api/messages.ts';
import { keys } from '../../api/query-keys.ts';
import type { Composed } from '../../machines/compose.machine.ts';
import { conversationPath } from '../../paths.ts';
import { WRITING } from './composer.tsx';

/** Sends to a person; a new conversation is gone to, one that turns out to exist shows up in the list, which leads there. */
export function useFirstMessage(handle: string) {
  const call = useCall();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async ({ text, operationId }: Composed) => {
      const { message_group_uuid } = await sendMessage(call, { message: text, handle }, operationId);
      if (message_group_uuid) await navigate(conversationPath(message_group_uuid), { state: WRITING });
      await client.invalidateQueries({ queryKey: keys.conversations });
    },
    [call, client, navigate, handle],
  );
}
