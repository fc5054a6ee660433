import type { DirectMessage } from '@cruddur/shared';
import { Fragment, memo, useState } from 'react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from '../crud/byline.tsx';
import { clsx } from 'clsx';
import { useNow } from '../clock/clock-react.tsx';
import { LifetimeLine, type LifetimeNotice } from './lifetime-notice.tsx';
import { groupBubbles, isSameGroup, isStuck, type Bubble, type BubbleGroup } from './message-groups.ts';
import { MessageMenu } from './message-menu.tsx';
import { MessageStatus, type MessageActions } from './message-status.tsx';
import { RichText } from '../ui/rich-text.tsx';

type BubbleActions = MessageActions & {
  /** Removes an own message. */
  onRemove: (message: DirectMessage) => void;
  /** Reports a message of the other member. */
  onReport: (message: DirectMessage) => void;
};

type Props = BubbleActions & {
  bubbles: readonly Bubble[];
  /** Id of the first new message, which gets a line above it. */
  firstNew?: string | null;
  /** The last change of the lifetime, as a line between the messages before and after it. */
  notice?: LifetimeNotice | null;
};

/** Messages, oldest first, in groups with a line between days. */
export function MessageBubbles({ bubbles, firstNew = null, notice = null, ...actions }: Props) {
  const now = useNow();
  const [pivot] = useState(bubbles.at(-1)?.message.uuid ?? null);
  const groups = groupBubbles(bubbles, now, { firstNew, pivot, noticeAt: notice?.at ?? null });
  const line = notice && <LifetimeLine notice={notice} />;
  const views = groups.map((group) => (
    <Fragment key={group.key}>
      {group.isAfterNotice && line}
      {group.day !== null && <p className="day">{group.day}</p>}
      {group.isNew && (
        <p className="new-line">
          <span>New messages</span>
        </p>
      )}
      <BubbleGroupView group={group} {...actions} />
    </Fragment>
  ));
  return (
    <>
      {views}
      {!groups.some(({ isAfterNotice }) => isAfterNotice) && line}
    </>
  );
}

/** Memoised: a conversation may have thousands of groups. */
const BubbleGroupView = memo(
  function Group({ group, ...actions }: BubbleActions & { group: BubbleGroup }) {
    const { own, bubbles, fixed, showsStatus } = group;
    const last = bubbles.at(-1) ?? bubbles[0];
    const { message } = last;
    return (
      <div className={clsx('message-group', own && 'own')}>
        <div className={clsx(own && 'vh')}>
          <Byline person={message} at={message.created_at} plain silent />
        </div>
        {!own && <Avatar person={message} size="small" />}
        <ol>
          {bubbles.map((bubble, index) => (
            <BubbleView
              key={bubble.message.uuid}
              bubble={bubble}
              isRemovable={index >= fixed && canRemove(bubble)}
              actions={actions}
            />
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
    before.onDiscard === after.onDiscard &&
    before.onRemove === after.onRemove &&
    before.onReport === after.onReport,
);

type BubbleProps = { bubble: Bubble; isRemovable: boolean; actions: BubbleActions };

function BubbleView({ bubble, isRemovable, actions }: BubbleProps) {
  const { message, own, state } = bubble;
  const { uuid, display_name, handle, message: text, removed = false } = message;
  return (
    <li className={clsx('message', state === 'sending' && 'pending', removed && 'removed')} data-uuid={uuid}>
      <span className="vh">
        {display_name} @{handle}:{' '}
      </span>
      <span className="message-text" dir="auto">
        {removed ? text : <RichText text={text} />}
      </span>
      {isRemovable && <MessageMenu message={message} onCopy={actions.onCopy} onRemove={actions.onRemove} />}
      {!own && !removed && (
        <MessageMenu message={message} onCopy={actions.onCopy} onReport={actions.onReport} />
      )}
    </li>
  );
}

/** An unsent message has actions of its own. */
function canRemove(bubble: Bubble): boolean {
  return bubble.own && !bubble.message.removed && bubble.state !== 'sending' && !isStuck(bubble);
}
