import { isBlank, type Activity, type ShortUser } from '@cruddur/shared';
import { useCallback, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { ReplyForm } from '../components/reply-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { Crudding } from './crudding.tsx';
import { litNews } from './lit-news.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';
import { endOf, useExpiry } from './use-expiry.ts';
import { useOpening } from './use-opening.ts';
import { useRefusals } from './use-refusals.ts';

interface Props {
  author: ShortUser;
  to: Activity;
  /** Grows each time the popup is asked for. */
  turn: number;
  /** Before it was there. */
  typed: string;
  say: Crudding['say'];
}

/** The popup that answers one crud; made anew for another one. */
export function ReplyPopup({ author, to, turn, typed, say }: Props) {
  const outbox = useOutbox();
  const burn = useBurn(say);
  const sent = useRefusals(say);
  const burned = useExpiry(endOf(to)).ending !== 'alive';
  const submit = useCallback(
    async ({ text, operationId }: Composed) => {
      const { row } = await outbox.add({ kind: 'reply', message: text, activity_uuid: to.uuid }, operationId);
      sent(row);
      say(litNews('Reply', row, burn));
    },
    [outbox, sent, say, burn, to.uuid],
  );
  const { open, form, send, restored } = useComposer({ kind: 'reply', draft: `reply:${to.uuid}`, submit });
  const [kept, setKept] = useState(restored);
  useOpening({ send, value: form.value, turn, typed });
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
