import type { Lifetime, ShortUser } from '@cruddur/shared';
import type { ComponentProps } from 'react';
import { PostForm } from '../crud/post-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  author: ShortUser;
  open: boolean;
  form: Omit<ComponentProps<typeof PostForm>, 'author' | 'ttl' | 'onTtl'>;
  ttl: Lifetime;
  onTtl: (ttl: Lifetime) => void;
  onClose: () => void;
}

/** The dialog of a new crud, in each state of the compose machine. */
export function ComposeDialog({ author, open, form, ttl, onTtl, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="New crud">
      <PostForm {...form} author={author} ttl={ttl} onTtl={onTtl} />
    </Dialog>
  );
}
