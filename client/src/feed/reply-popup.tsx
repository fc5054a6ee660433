import { isBlank, type Activity, type ShortUser } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { postReply } from '../api/activities.ts';
import { useCall } from '../api/api-react.tsx';
import { keys } from '../api/query-keys.ts';
import { Dialog } from '../components/dialog.tsx';
import { ReplyForm } from '../components/reply-form.tsx';
import type { Composed } from '../machines/compose.machine.ts';
import type { Crudding } from './crudding.tsx';
import { showOnTop } from './show-on-top.ts';
import { useComposer } from './use-composer.ts';

interface Props {
  author: ShortUser;
  to: Activity;
  /** Grows each time the popup is asked for. */
  turn: number;
  say: Crudding['say'];
}

/** The popup that answers one crud; made anew for another one. */
export function ReplyPopup({ author, to, turn, say }: Props) {
  const call = useCall();
  const client = useQueryClient();
  const submit = useCallback(
    async ({ text, operationId }: Composed) => {
      const reply = await postReply(call, { activity_uuid: to.uuid, message: text }, operationId);
      showOnTop(client, keys.post(to.uuid), reply);
      say({ text: 'Reply lit.' });
    },
    [call, client, say, to.uuid],
  );
  const { open, form, send, restored } = useComposer({ kind: 'reply', draft: `reply:${to.uuid}`, submit });
  const [kept, setKept] = useState(restored);
  useEffect(() => send({ type: 'OPEN' }), [turn, send]);
  const close = () => {
    setKept(!isBlank(form.value));
    send({ type: 'CLOSE' });
  };
  return (
    <Dialog open={open} onClose={close} title="Reply to...">
      <ReplyForm {...form} author={author} to={to} draftKept={kept && !isBlank(form.value)} />
    </Dialog>
  );
}
