import { isBlank, type ShortUser } from '@cruddur/shared';
import { useCallback, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { PostForm } from '../components/post-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { useOutbox } from '../outbox/outbox-react.tsx';
import type { Crudding } from './crudding.tsx';
import { litNews } from './lit-news.ts';
import { useBurn } from './use-burn.ts';
import { useComposer } from './use-composer.ts';
import { useOpening } from './use-opening.ts';

interface Props {
  author: ShortUser;
  /** Grows each time the popup is asked for. */
  turn: number;
  /** Before it was there. */
  typed: string;
  say: Crudding['say'];
}

/** The popup for a new crud. Closing keeps the draft, posting closes it: the crud is in the outbox, and shown at once. */
export function ComposePopup({ author, turn, typed, say }: Props) {
  const outbox = useOutbox();
  const burn = useBurn(say);
  const { handle } = author;
  const submit = useCallback(
    async ({ text, ttl, operationId }: Composed) => {
      const act = { kind: 'crud', message: text, ttl, user_handle: handle } as const;
      const { row } = await outbox.add(act, operationId);
      say(litNews('Crud', row, burn));
    },
    [outbox, handle, say, burn],
  );
  const { open, ttl, form, send, restored } = useComposer({ kind: 'crud', draft: 'crud', submit });
  const [kept, setKept] = useState(restored);
  useOpening({ send, value: form.value, turn, typed });
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
