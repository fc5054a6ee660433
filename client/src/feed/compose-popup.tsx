import { isBlank, type ShortUser } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { postCrud } from '../api/activities.ts';
import { useCall } from '../api/api-react.tsx';
import { keys } from '../api/query-keys.ts';
import { Dialog } from '../components/dialog.tsx';
import { PostForm } from '../components/post-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import { showOnTop } from './show-on-top.ts';
import { useComposer } from './use-composer.ts';
import type { Crudding } from './crudding.tsx';

interface Props {
  author: ShortUser;
  /** Grows each time the popup is asked for. */
  turn: number;
  say: Crudding['say'];
  burn: Crudding['burn'];
}

/** Seconds in which a crud that was just lit can be taken back without looking for it. */
const UNDO_SECONDS = 5;

/** The popup for a new crud. Closing keeps the draft, posting closes it and shows the crud at once. */
export function ComposePopup({ author, turn, say, burn }: Props) {
  const call = useCall();
  const client = useQueryClient();
  const { handle } = author;
  const submit = useCallback(
    async ({ text, ttl, operationId }: Composed) => {
      const crud = await postCrud(call, { user_handle: handle, message: text, ttl }, operationId);
      showOnTop(client, keys.home, crud);
      say({ text: 'Crud lit.', seconds: UNDO_SECONDS, action: { label: 'Undo', run: () => burn(crud) } });
    },
    [call, client, handle, say, burn],
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
