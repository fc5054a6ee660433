import type { Activity } from '@cruddur/shared';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { ComposeFrame, type ComposeFormProps } from './compose-frame.tsx';
import { ComposeText } from './compose-text.tsx';

type Props = ComposeFormProps & {
  /** The crud replied to, quoted above; null when it has ended. */
  to: Activity | null;
};

/** The form of a reply: quoted crud, text, counter. No lifetime: a reply expires with its crud. */
export function ReplyForm({ author, to, onChange, ...frame }: Props) {
  return (
    <ComposeFrame {...frame} submitLabel="Reply" closed={!to}>
      <div className="quoted">
        {to && (
          <>
            <Avatar person={to} size="small" />
            <div>
              <Byline person={to} at={to.created_at} plain />
              <p dir="auto">{to.message}</p>
            </div>
          </>
        )}
        <p role="status">{!to && 'This crud burned out, so you can’t reply to it.'}</p>
      </div>
      <div className="dialog-body">
        <Avatar person={author} />
        <ComposeText
          label="Your reply"
          placeholder="what is your reply?"
          value={frame.value}
          onChange={onChange}
          invalid={frame.errors.length > 0}
        />
      </div>
    </ComposeFrame>
  );
}
