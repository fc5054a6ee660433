import { errorText } from '@cruddur/shared';
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import { Age } from '../clock/age.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { isStuck, type Bubble, type MessageState } from './message-groups.ts';

const STATES: Record<MessageState, { icon: LucideIcon; words: string; look: string }> = {
  sending: { icon: Clock3, words: 'Sending', look: '' },
  sent: { icon: Check, words: 'Sent', look: '' },
  read: { icon: CheckCheck, words: 'Read', look: 'read' },
  failed: { icon: CircleAlert, words: 'Not sent', look: 'fail' },
  stale: { icon: CircleAlert, words: 'Not sent within seven days', look: 'fail' },
};

/** What can be done about a message that is stuck. */
export type MessageActions = {
  onRetry: (uuid: string) => void;
  onCopy: (text: string) => void;
  onDiscard: (uuid: string) => void;
};

type Props = {
  /** The last message above. */
  bubble: Bubble;
  /** Without it there is only the age, shown while the group is pointed at. */
  showsStatus: boolean;
  actions: MessageActions;
};

/** How far own messages got: always a word beside the mark, and for a failure the reason and the ways out. */
export function MessageStatus({ bubble, showsStatus, actions }: Props) {
  const { message, state, errors = [] } = bubble;
  const { icon, words, look } = STATES[state];
  const stuck = isStuck(bubble);
  return (
    <p className={classNames('tick', look, !showsStatus && 'on-demand')}>
      {!stuck && state !== 'sending' && <Age at={message.created_at} />}
      {showsStatus && (
        <>
          <Icon of={icon} />
          <span className="why">{[words, ...errors.map(errorText)].join('. ')}</span>
        </>
      )}
      {stuck && (
        <span className="ways">
          {state === 'failed' && (
            <button type="button" onClick={() => actions.onRetry(message.uuid)}>
              Try again
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
