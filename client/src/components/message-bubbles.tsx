import { Fragment, memo, useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Byline } from './byline.tsx';
import { classNames } from './class-names.ts';
import { useNow } from './clock.tsx';
import { groupBubbles, isSameGroup, type Bubble, type BubbleGroup } from './message-groups.ts';
import { MessageTick, type MessageWays } from './message-tick.tsx';
import { RichText } from './rich-text.tsx';

type Props = MessageWays & {
  bubbles: readonly Bubble[];
  /** The first one that is new: a line stands above it. */
  firstNew?: string | null;
};

/** What was said, oldest first, in groups with a line between days. */
export function MessageBubbles({ bubbles, firstNew = null, ...ways }: Props) {
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
      <Group group={group} {...ways} />
    </Fragment>
  ));
}

/** Made again only when something in it changed: thousands of others may stand beside it. */
const Group = memo(
  function Group({ group, ...ways }: MessageWays & { group: BubbleGroup }) {
    const { own, bubbles, told } = group;
    const last = bubbles.at(-1) ?? bubbles[0];
    const { message } = last;
    return (
      <div className={classNames('grp', own && 'own')}>
        <div className={classNames(own && 'vh')}>
          <Byline person={message} at={message.created_at} plain />
        </div>
        {!own && <Avatar person={message} size="small" />}
        <ol>
          {bubbles.map((bubble) => (
            <li
              key={bubble.message.uuid}
              className={classNames('msg', bubble.state === 'sending' && 'pending')}
              data-uuid={bubble.message.uuid}
              dir="auto"
            >
              <RichText text={bubble.message.message} />
            </li>
          ))}
        </ol>
        {own && <MessageTick bubble={last} told={told} ways={ways} />}
      </div>
    );
  },
  (before, after) =>
    isSameGroup(before.group, after.group) &&
    before.onRetry === after.onRetry &&
    before.onCopy === after.onCopy &&
    before.onDiscard === after.onDiscard,
);
