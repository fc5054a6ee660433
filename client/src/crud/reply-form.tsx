import type { Activity } from '@cruddur/shared';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from './byline.tsx';
import { ComposeFrame, type ComposeFormProps } from './compose-frame.tsx';
import { ComposeText } from './compose-text.tsx';

type Props = ComposeFormProps & {
  /** The crud that is answered, quoted above; null once it is over. */
  to: Activity | null;
};

/** A reply: the crud above, text, counter. It lives as long as the crud it answers, so there is nothing to choose. */
export function ReplyForm({ author, to, onChange, ...frame }: Props) {
  return (
    <ComposeFrame {...frame} submit="Reply" closed={!to}>
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
        <p role="status">{!to && 'This crud burned out. There is nothing left to reply to.'}</p>
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
