import { MESSAGE_SENDERS, type MessageSenders } from '@cruddur/shared';
import { useId } from 'react';

const TEXTS: Record<MessageSenders, { label: string; line: string }> = {
  everyone: { label: 'Everyone', line: 'Anyone can start a conversation with you.' },
  known: {
    label: 'People I know',
    line: 'People you’ve written or replied to. Others can send you a request of 3 messages.',
  },
  none: {
    label: 'No one new',
    line: 'Only your existing conversations go on. You can still write first.',
  },
};

type Props = { value: MessageSenders; onChange: (value: MessageSenders) => void };

export function MessageSendersChoice({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="lifetimes setting-choices">
      <legend>Who can message you</legend>
      {MESSAGE_SENDERS.map((senders) => (
        <label key={senders}>
          <input
            type="radio"
            name={name}
            value={senders}
            checked={senders === value}
            onChange={() => onChange(senders)}
          />
          {TEXTS[senders].label}
        </label>
      ))}
      <p className="line">{TEXTS[value].line}</p>
    </fieldset>
  );
}
