import { isBlank, type ShortUser } from '@cruddur/shared';
import { useCallback, useEffect, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { PostForm } from '../components/post-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import { useComposer } from './use-composer.ts';
import type { Crudding } from './crudding.tsx';

interface Props {
  author: ShortUser;
  /** Grows each time the popup is asked for. */
  turn: number;
  say: Crudding['say'];
  burn: Crudding['burn'];
}

/** Seconds in which a crud that was just written can be taken back without looking for it, lit or not. */
const UNDO_SECONDS = 5;

/** The popup for a new crud. Closing keeps the draft, posting closes it: the crud is in the outbox, and shown at once. */
export function ComposePopup({ author, turn, say, burn }: Props) {
  const outbox = useOutbox();
  const { handle } = author;
  const submit = useCallback(
    async ({ text, ttl, operationId }: Composed) => {
      const act = { kind: 'crud', message: text, ttl, user_handle: handle } as const;
      const { row } = await outbox.add(act, operationId);
      say({
        text: 'Your crud is on its way.',
        seconds: UNDO_SECONDS,
        action: { label: 'Undo', run: () => burn({ uuid: row }) },
      });
    },
    [outbox, handle, say, burn],
  );
  const { open, ttl, form, send, restored } = useComposer({ kind: 'crud', draft: 'crud', submit });
  const [kept, setKept] = useState(restored);
  useEffect(() => {
    if (turn > 0) send({ type: 'OPEN' });
  }, [turn, send]);
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
