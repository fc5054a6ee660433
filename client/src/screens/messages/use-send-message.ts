import { useCallback } from 'react';
import type { Composed } from '../../machines/compose.machine.ts';
import { useOutbox } from '../../outbox/outbox-react.tsx';

/** Puts a message on its way into a conversation, or to a person whose conversation is not known. */
export function useSendMessage(group: string | null, handle: string | null) {
  const outbox = useOutbox();
  return useCallback(
    ({ text, operationId }: Composed) =>
      outbox.add({ kind: 'message', message: text, group, handle }, operationId),
    [outbox, group, handle],
  );
}
