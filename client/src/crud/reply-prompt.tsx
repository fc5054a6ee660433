import type { ShortUser } from '@cruddur/shared';
import { Avatar } from '../people/avatar.tsx';

/** A button in the shape of a field, which opens the reply popup. */
export function ReplyPrompt({ author, onOpen }: { author: ShortUser; onOpen: () => void }) {
  return (
    <button type="button" className="reply-prompt" onClick={onOpen}>
      <Avatar person={author} size="small" />
      <span>what is your reply?</span>
      <span className="btn btn-s">Reply</span>
    </button>
  );
}
