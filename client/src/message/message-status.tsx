import { errorText, OUTBOX_RETENTION_TEXT, type DirectMessage } from '@cruddur/shared';
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import { Age } from '../clock/age.tsx';
import { clsx } from 'clsx';
import { Icon } from '../ui/icon.tsx';
import { isStuck, type Bubble, type MessageState } from './message-groups.ts';

const STATES: Record<MessageState, { icon: LucideIcon; label: string; className: string }> = {
  sending: { icon: Clock3, label: 'Sending', className: '' },
  sent: { icon: Check, label: 'Sent', className: '' },
  read: { icon: CheckCheck, label: 'Read', className: 'read' },
  failed: { icon: CircleAlert, label: 'Not sent', className: 'failed' },
  stale: { icon: CircleAlert, label: `Not sent within ${OUTBOX_RETENTION_TEXT}`, className: 'failed' },
};

/** The actions on a stuck message. */
export type MessageActions = {
  onRetry: (uuid: string) => void;
  onEdit: (message: DirectMessage) => void;
  onCopy: (text: string) => void;
  onDiscard: (uuid: string) => void;
};

type Props = {
  /** The last message of the group. */
  bubble: Bubble;
  /** Otherwise there is only the age, shown while the pointer is over the group. */
  showsStatus: boolean;
  actions: MessageActions;
};

/** The delivery state of own messages: an icon with a label, and for a failure its errors and actions. */
export function MessageStatus({ bubble, showsStatus, actions }: Props) {
  const { message, state, errors = [] } = bubble;
  const { icon, label, className } = STATES[state];
  const stuck = isStuck(bubble);
  return (
    <p className={clsx('delivery-status', className, !showsStatus && 'on-demand')}>
      {!stuck && state !== 'sending' && <Age at={message.created_at} />}
      {showsStatus && (
        <>
          <Icon of={icon} />
          <span className="status-text">{[label, ...errors.map(errorText)].join('. ')}</span>
        </>
      )}
      {stuck && (
        <span className="status-actions">
          {bubble.canRetry && (
            <button type="button" onClick={() => actions.onRetry(message.uuid)}>
              Try again
            </button>
          )}
          {bubble.canEdit && (
            <button type="button" onClick={() => actions.onEdit(message)}>
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
