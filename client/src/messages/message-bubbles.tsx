import { type DirectMessage, errorText, formatSpokenDuration, OUTBOX_RETENTION_TEXT } from '@cruddur/shared';
import { Fragment, memo, useState, type CSSProperties } from 'react';
import { Avatar } from '../people/avatar.tsx';
import { Byline } from '../cruds/byline.tsx';
import { fractionLeft } from '../cruds/fuse.tsx';
import { clsx } from 'clsx';
import { useHasPassed, useNow, useNowUntil } from '../base/clock/clock-react.tsx';
import { LifetimeLine, type LifetimeNotice } from './lifetime-notice.tsx';
import {
  groupBubbles,
  isSameGroup,
  isStuck,
  type Bubble,
  type BubbleGroup,
  type MessageState,
} from './message-groups.ts';
import { RichText } from '../base/ui/rich-text.tsx';
import { Ellipsis, Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import { IconButton, Icon } from '../base/ui/icon.tsx';
import type { MenuItem } from '../base/ui/menu-item.ts';
import { Menu } from '../base/ui/menu.tsx';
import { Age } from '../base/clock/dated-text.tsx';

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
    before.onUndo === after.onUndo &&
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
  const { uuid, display_name, handle, message: text, removed = false, created_at, expires_at } = message;
  return (
    <li className={clsx('message', state === 'sending' && 'pending', removed && 'removed')} data-uuid={uuid}>
      <span className="vh">
        {display_name} @{handle}:{' '}
      </span>
      <span className="message-text" dir="auto">
        {removed ? text : <RichText text={text} />}
      </span>
      {expires_at !== undefined && !removed && (
        <MessageFuse created_at={created_at} expires_at={expires_at} />
      )}
      {isRemovable && <MessageMenu message={message} onCopy={actions.onCopy} onRemove={actions.onRemove} />}
      {!own && !removed && (
        <MessageMenu message={message} onCopy={actions.onCopy} onReport={actions.onReport} />
      )}
    </li>
  );
}

/** The hairline of a message that disappears, at its bottom; screen readers hear the remaining time. */
function MessageFuse(life: { created_at: string; expires_at: string }) {
  const end = Date.parse(life.expires_at);
  const now = useNowUntil(end);
  const left = fractionLeft(life, now);
  return (
    <span className={left <= 0.1 ? 'fuse-area ending' : 'fuse-area'}>
      {/* The log would announce each second. */}
      <span className="vh" aria-live="off">
        {' '}
        Disappears in {formatSpokenDuration(Math.max(0, end - now))}
      </span>
      <span className="fuse" style={{ '--left': left.toFixed(4) } as CSSProperties} />
    </span>
  );
}

/** An unsent message has actions of its own. */
function canRemove(bubble: Bubble): boolean {
  return bubble.own && !bubble.message.removed && bubble.state !== 'sending' && !isStuck(bubble);
}

type MessageMenuProps = {
  message: DirectMessage;
  onCopy: (text: string) => void;
  /** Only for an own message that can still be removed. */
  onRemove?: ((message: DirectMessage) => void) | undefined;
  /** Only for a message of the other member. */
  onReport?: ((message: DirectMessage) => void) | undefined;
};

/** The menu of a message: copy text, remove for its sender, and report for the other member. */
function MessageMenu({ message, onCopy, onRemove, onReport }: MessageMenuProps) {
  const items: MenuItem[] = [
    { kind: 'action', label: 'Copy text', icon: 'copy', onSelect: () => onCopy(message.message) },
    { kind: 'separator' },
  ];
  if (onRemove)
    items.push({
      kind: 'action',
      label: 'Remove for everyone',
      icon: 'trash',
      danger: true,
      onSelect: () => onRemove(message),
    });
  if (onReport)
    items.push({ kind: 'action', label: 'Report', icon: 'flag', onSelect: () => onReport(message) });
  return (
    <Menu
      trigger={(props) => (
        <IconButton {...props} className="message-menu" label="More about this message" icon={Ellipsis} />
      )}
      items={items}
    />
  );
}

/** How long a sent message can be undone below it, in milliseconds. */
const UNDO_MS = 10_000;

/** Takes the message back while it waits to be sent, and for ten seconds after. First in its line, where its end moves nothing. */
function UndoButton({ bubble: { message, state }, onUndo }: { bubble: Bubble; onUndo: () => void }) {
  const isOver = useHasPassed(state === 'sending' ? Infinity : Date.parse(message.created_at) + UNDO_MS);
  if (isOver) return null;
  return (
    <button type="button" className="undo" data-undo="" onClick={onUndo}>
      Undo
    </button>
  );
}

const STATES: Record<MessageState, { icon: LucideIcon; label: string; className: string }> = {
  sending: { icon: Clock3, label: 'Sending', className: '' },
  sent: { icon: Check, label: 'Sent', className: '' },
  read: { icon: CheckCheck, label: 'Read', className: 'read' },
  failed: { icon: CircleAlert, label: 'Not sent', className: 'failed' },
  kept: { icon: Clock3, label: 'Sent once your request is accepted', className: 'kept' },
  stale: { icon: CircleAlert, label: `Not sent within ${OUTBOX_RETENTION_TEXT}`, className: 'failed' },
};

/** The actions on the newest own message, and on a stuck one. */
type MessageActions = {
  onUndo: (uuid: string) => void;
  onRetry: (uuid: string) => void;
  /** Absent while there is no field to edit it in. */
  onEdit: ((message: DirectMessage) => void) | undefined;
  onCopy: (text: string) => void;
  onDiscard: (uuid: string) => void;
};

type MessageStatusProps = {
  /** The last message of the group. */
  bubble: Bubble;
  /** Otherwise there is only the age, shown while the pointer is over the group. */
  showsStatus: boolean;
  actions: MessageActions;
};

/** The delivery state of own messages: an icon with a label, and for a failure its errors and actions. */
function MessageStatus({ bubble, showsStatus, actions }: MessageStatusProps) {
  const { onEdit } = actions;
  const { message, state, isRepeated = false, errors = [] } = bubble;
  const { icon, label, className } = STATES[state];
  const text = isRepeated ? 'Waiting to be sent' : label;
  const stuck = isStuck(bubble);
  return (
    <p className={clsx('delivery-status', className, !showsStatus && 'on-demand')}>
      {showsStatus && !stuck && !message.removed && (
        <UndoButton bubble={bubble} onUndo={() => actions.onUndo(message.uuid)} />
      )}
      {!stuck && state !== 'sending' && <Age at={message.created_at} />}
      {showsStatus && (
        <>
          <Icon of={icon} />
          <span className="status-text">{[text, ...errors.map(errorText)].join('. ')}</span>
        </>
      )}
      {stuck && (
        <span className="status-actions">
          {bubble.canRetry && (
            <button type="button" onClick={() => actions.onRetry(message.uuid)}>
              Try again
            </button>
          )}
          {bubble.canEdit && onEdit && (
            <button type="button" onClick={() => onEdit(message)}>
              Edit
            </button>
          )}
          <button type="button" onClick={() => actions.onCopy(message.message)}>
            Copy text
          </button>
          <button type="button" onClick={() => actions.onDiscard(message.uuid)}>
            Delete
          </button>
        </span>
      )}
    </p>
  );
}
