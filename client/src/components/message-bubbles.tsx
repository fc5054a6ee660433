import { Fragment } from 'react';
import { Avatar } from './avatar.tsx';
import { Byline } from './byline.tsx';
import { classNames } from './class-names.ts';
import { useNow } from './clock.tsx';
import { groupBubbles, type Bubble, type BubbleGroup } from './message-groups.ts';
import { MessageTick, type MessageWays } from './message-tick.tsx';
import { RichText } from './rich-text.tsx';

/** What was said, oldest first, in groups with a line between days. */
export function MessageBubbles({ bubbles, ...ways }: MessageWays & { bubbles: readonly Bubble[] }) {
  const now = useNow();
  return groupBubbles(bubbles, now).map((group) => (
    <Fragment key={group.key}>
      {group.day !== null && <p className="day">{group.day}</p>}
      <Group group={group} ways={ways} />
    </Fragment>
  ));
}

function Group({ group, ways }: { group: BubbleGroup; ways: MessageWays }) {
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
}
