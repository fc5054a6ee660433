import { Fragment, memo, useState } from 'react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from '../crud/byline.tsx';
import { clsx } from 'clsx';
import { useNow } from '../clock/clock-react.tsx';
import { groupBubbles, isSameGroup, type Bubble, type BubbleGroup } from './message-groups.ts';
import { MessageStatus, type MessageActions } from './message-status.tsx';
import { RichText } from '../ui/rich-text.tsx';

type Props = MessageActions & {
  bubbles: readonly Bubble[];
  /** Id of the first new message, which gets a line above it. */
  firstNew?: string | null;
};

/** Messages, oldest first, in groups with a line between days. */
export function MessageBubbles({ bubbles, firstNew = null, ...actions }: Props) {
  const now = useNow();
  const [pivot] = useState(bubbles.at(-1)?.message.uuid ?? null);
  return groupBubbles(bubbles, now, { firstNew, pivot }).map((group) => (
    <Fragment key={group.key}>
      {group.day !== null && <p className="day">{group.day}</p>}
      {group.isNew && (
        <p className="new-line">
          <span>New messages</span>
        </p>
      )}
      <BubbleGroupView group={group} {...actions} />
    </Fragment>
  ));
}

/** Memoised: a conversation may have thousands of groups. */
const BubbleGroupView = memo(
  function Group({ group, ...actions }: MessageActions & { group: BubbleGroup }) {
    const { own, bubbles, showsStatus } = group;
    const last = bubbles.at(-1) ?? bubbles[0];
    const { message } = last;
    return (
      <div className={clsx('message-group', own && 'own')}>
        <div className={clsx(own && 'vh')}>
          <Byline person={message} at={message.created_at} plain silent />
        </div>
        {!own && <Avatar person={message} size="small" />}
        <ol>
          {bubbles.map((bubble) => (
            <li
              key={bubble.message.uuid}
              className={clsx('message', bubble.state === 'sending' && 'pending')}
              data-uuid={bubble.message.uuid}
            >
              <span className="vh">
                {bubble.message.display_name} @{bubble.message.handle}:{' '}
              </span>
              <span className="message-text" dir="auto">
                <RichText text={bubble.message.message} />
              </span>
            </li>
          ))}
        </ol>
        {own && <MessageStatus bubble={last} showsStatus={showsStatus} actions={actions} />}
      </div>
    );
  },
  (before, after) =>
    isSameGroup(before.group, after.group) &&
    before.onRetry === after.onRetry &&
    before.onEdit === after.onEdit &&
    before.onCopy === after.onCopy &&
    before.onDiscard === after.onDiscard,
);
