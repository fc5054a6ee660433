import { isBlank, type Activity, type ShortUser } from '@cruddur/shared';
import { useCallback, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ReplyForm } from '../crud/reply-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { ComposeContextValue } from './compose-context.tsx';
import { createSentToast } from './sent-toast.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';
import { expiryTime, useExpiry } from '../feed/use-expiry.ts';
import { usePopupOpening } from './use-popup-opening.ts';
import { useRefusedReplies } from './use-refused-replies.ts';

interface Props {
  author: ShortUser;
  to: Activity;
  /** Grows each time the popup is asked for. */
  openCount: number;
  /** Before it was there. */
  earlyInput: string;
  showToast: ComposeContextValue['showToast'];
}

/** The popup that answers one crud; made anew for another one. */
export function ReplyPopup({ author, to, openCount, earlyInput, showToast }: Props) {
  const outbox = useOutbox();
  const burn = useBurn(showToast);
  const sent = useRefusedReplies(showToast);
  const burned = useExpiry(expiryTime(to)).ending !== 'alive';
  const submit = useCallback(
    async ({ text, operationId }: Composed) => {
      const { row } = await outbox.add({ kind: 'reply', message: text, activity_uuid: to.uuid }, operationId);
      sent(row);
      showToast(createSentToast('Reply', row, burn));
    },
    [outbox, sent, showToast, burn, to.uuid],
  );
  const { open, form, send, restored } = useComposer({ kind: 'reply', draft: `reply:${to.uuid}`, submit });
  const [kept, setKept] = useState(restored);
  usePopupOpening({ send, value: form.value, openCount, earlyInput });
  const close = () => {
    setKept(!isBlank(form.value));
    send({ type: 'CLOSE' });
  };
  return (
    <Dialog open={open} onClose={close} title="Reply to...">
      <ReplyForm {...form} author={author} to={burned ? null : to} draftKept={kept && !isBlank(form.value)} />
    </Dialog>
  );
}
