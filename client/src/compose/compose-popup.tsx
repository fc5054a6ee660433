import { isBlank, type ShortUser } from '@cruddur/shared';
import { useCallback, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { PostForm } from '../crud/post-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { ComposeContextValue } from './compose-context.tsx';
import { createSentToast } from './sent-toast.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';
import { usePopupOpening } from './use-popup-opening.ts';

interface Props {
  author: ShortUser;
  /** Grows each time the popup is asked for. */
  openCount: number;
  /** Before it was there. */
  earlyInput: string;
  showToast: ComposeContextValue['showToast'];
}

/** The popup for a new crud. Closing keeps the draft, posting closes it: the crud is in the outbox, and shown at once. */
export function ComposePopup({ author, openCount, earlyInput, showToast }: Props) {
  const outbox = useOutbox();
  const burn = useBurn(showToast);
  const { handle } = author;
  const submit = useCallback(
    async ({ text, ttl, operationId }: Composed) => {
      const act = { kind: 'crud', message: text, ttl, user_handle: handle } as const;
      const { row } = await outbox.add(act, operationId);
      showToast(createSentToast('Crud', row, burn));
    },
    [outbox, handle, showToast, burn],
  );
  const { open, ttl, form, send, restored } = useComposer({ kind: 'crud', draft: 'crud', submit });
  const [kept, setKept] = useState(restored);
  usePopupOpening({ send, value: form.value, openCount, earlyInput });
  const close = () => {
    setKept(!isBlank(form.value));
    send({ type: 'CLOSE' });
  };
  return (
    <Dialog open={open} onClose={close} title="New crud">
      <PostForm
        {...form}
        author={author}
        ttl={ttl}
        onTtl={(choice) => send({ type: 'CHOOSE', ttl: choice })}
        draftKept={kept && !isBlank(form.value)}
      />
    </Dialog>
  );
}
