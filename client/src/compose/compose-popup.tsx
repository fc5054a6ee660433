import type { Lifetime, ShortUser } from '@cruddur/shared';
import { useCallback } from 'react';
import type { Composed } from '../machines/compose.machine.ts';
import { ComposeDialog } from './compose-dialog.tsx';
import { usePopupComposer, type PopupComposerProps } from './use-popup-composer.ts';

interface Props extends PopupComposerProps {
  author: ShortUser;
}

/** The popup for a new crud. */
export function ComposePopup({ author, ...popup }: Props) {
  const { handle } = author;
  const toContent = useCallback(
    ({ text, ttl }: Composed) => ({ kind: 'crud' as const, message: text, ttl, user_handle: handle }),
    [handle],
  );
  const { open, ttl, form, send, close } = usePopupComposer({
    ...popup,
    kind: 'crud',
    draft: 'crud',
    toContent,
  });
  const choose = useCallback((choice: Lifetime) => send({ type: 'CHOOSE', ttl: choice }), [send]);
  return <ComposeDialog author={author} open={open} form={form} ttl={ttl} onTtl={choose} onClose={close} />;
}
