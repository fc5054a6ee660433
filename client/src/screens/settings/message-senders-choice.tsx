import { MESSAGE_SENDERS, type MessageSenders } from '@cruddur/shared';
import { RadioChips } from '../../ui/radio-chips.tsx';

const TEXTS: Record<MessageSenders, { label: string; line: string }> = {
  everyone: { label: 'Everyone', line: 'Anyone can start a conversation with you.' },
  known: {
    label: 'People I know',
    line: 'People you’ve written or replied to. Others can send you a request of 3 messages.',
  },
  none: {
    label: 'No one new',
    line: 'Only your existing conversations continue. You can still write first.',
  },
};

type Props = { value: MessageSenders; onChange: (value: MessageSenders) => void };

export function MessageSendersChoice({ value, onChange }: Props) {
  return (
    <RadioChips
      legend="Who can message you"
      choices={MESSAGE_SENDERS}
      labelOf={(senders) => TEXTS[senders].label}
      value={value}
      onChange={onChange}
      className="setting-choices"
    >
      <p className="line">{TEXTS[value].line}</p>
    </RadioChips>
  );
}
