import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react';
import { Age } from './age.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { MessageState } from './message-groups.ts';

const STATES: Record<MessageState, { icon: LucideIcon; words: string; look: string }> = {
  sending: { icon: Clock3, words: 'Sending', look: '' },
  sent: { icon: Check, words: 'Sent', look: '' },
  read: { icon: CheckCheck, words: 'Read', look: 'read' },
  failed: { icon: CircleAlert, words: 'Not sent', look: 'fail' },
};

type Props = {
  state: MessageState;
  /** ISO time of the last message above. */
  at: string;
  /** Without it only the age is shown. */
  told: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

/** How far own messages got: always a word beside the mark, and for a failure the ways out. */
export function MessageTick({ state, at, told, onRetry, onDiscard }: Props) {
  const { icon, words, look } = STATES[state];
  const failed = state === 'failed';
  return (
    <p className={classNames('tick', look)}>
      {!failed && state !== 'sending' && <Age at={at} />}
      {told && (
        <>
          <Icon of={icon} />
          <span>{words}</span>
        </>
      )}
      {failed && (
        <>
          <button type="button" onClick={onRetry}>
            Try again
          </button>
          <button type="button" onClick={onDiscard}>
            Delete
          </button>
        </>
      )}
    </p>
  );
}
