import { errorText } from '@cruddur/shared';
import { useCallback, useEffect, useRef } from 'react';
import { useOutboxItems } from '../outbox/outbox-react.tsx';
import { copyText } from './copy-text.ts';
import type { ComposeContextValue } from './compose-context.tsx';

/**
 * Takes back what was said of replies that were on their way, when the server refuses one: whoever wrote it may be on another
 * page than the one where it stands with its reason.
 * @returns to be called with the row of each reply that is sent
 */
export function useRefusedReplies(showToast: ComposeContextValue['showToast']): (row: string) => void {
  const sent = useRef(new Set<string>());
  const items = useOutboxItems();
  useEffect(() => {
    for (const { row, act, state, codes } of items) {
      if (state !== 'refused' || !sent.current.delete(row)) continue;
      const why = codes.map((code) => `${errorText(code)}.`);
      const run = () => void copyText(act.message, 'Text', showToast);
      showToast({
        ...{ id: row, text: ['Your reply was not lit.', ...why].join(' ') },
        ...{ stays: true, action: { label: 'Copy text', run } },
      });
    }
  }, [items, showToast]);
  return useCallback((row: string) => void sent.current.add(row), []);
}
