import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { hasErrorCode } from '../api/api-error.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useCall } from '../api/api-react.tsx';
import { unsendMessage } from '../api/messages.ts';
import { removeMessageText } from '../cache/remove-message.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import { useComposeContext } from './compose-context.tsx';

/** Answers after which there is no text left to remove. */
const GONE_CODES = ['message_not_found', 'message_expired'];

/** @returns removes the viewer's own message for both members, or cancels an unsent one; keeps its identity */
export function useUnsend(): (uuid: string) => Promise<void> {
  const call = useCall();
  const client = useQueryClient();
  const outbox = useOutbox();
  const { showToast } = useComposeContext();
  return useCallback(
    async (uuid) => {
      try {
        if (await outbox.cancelItem(uuid)) return;
        await unsendMessage(call, uuid);
        removeMessageText(client, uuid);
      } catch (failure) {
        if (!GONE_CODES.some((code) => hasErrorCode(failure, code)))
          showToast({ text: toErrorTexts(failure).join('. ') });
      }
    },
    [call, client, outbox, showToast],
  );
}
