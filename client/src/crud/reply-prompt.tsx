import type { ShortUser } from '@cruddur/shared';
import { Avatar } from '../people/avatar.tsx';

/** Looks like a field, opens the reply dialog. */
export function ReplyPrompt({ author, onOpen }: { author: ShortUser; onOpen: () => void }) {
  return (
    <button type="button" className="reply-to" onClick={onOpen}>
      <Avatar person={author} size="small" />
      <span>what is your reply?</span>
      <span className="btn btn-s">Reply</span>
    </button>
  );
}
