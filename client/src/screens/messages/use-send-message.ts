import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { sendMessage } from '../../api/messages.ts';
import { keys } from '../../api/query-keys.ts';
import { showOnTop } from '../../feed/show-on-top.ts';
import type { Composed } from '../../machines/compose.machine.ts';

/** Sends into a conversation and shows what the server made of it at once. */
export function useSendMessage(group: string) {
  const call = useCall();
  const client = useQueryClient();
  return useCallback(
    async ({ text, operationId }: Composed) => {
      const sent = await sendMessage(call, { message: text, message_group_uuid: group }, operationId);
      showOnTop(client, keys.messages(group), sent);
    },
    [call, client, group],
  );
}
