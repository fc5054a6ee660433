import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { FindPerson } from './find-person.tsx';

const TITLE = 'New message';

/** The way to write to somebody, whether there is a conversation with them or not. */
export function StartConversation({ variant }: { variant: 'icon' | 'button' }) {
  const [open, setOpen] = useState(false);
  const begin = () => setOpen(true);
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={TITLE} icon={SquarePen} onClick={begin} />
      ) : (
        <Button onClick={begin}>{TITLE}</Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={TITLE}>
        <FindPerson onFound={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
