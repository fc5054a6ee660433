import type { DirectMessage } from '@cruddur/shared';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';

type Props = {
  message: DirectMessage;
  onCopy: (text: string) => void;
  onRemove: (message: DirectMessage) => void;
};

/** The menu of an own message that can still be removed. */
export function MessageMenu({ message, onCopy, onRemove }: Props) {
  return (
    <Menu
      trigger={(props) => (
        <IconButton {...props} className="message-menu" label="More about this message" icon={Ellipsis} />
      )}
      items={[
        { kind: 'action', label: 'Copy text', icon: 'copy', onSelect: () => onCopy(message.message) },
        { kind: 'separator' },
        {
          kind: 'action',
          label: 'Remove for everyone',
          icon: 'trash',
          danger: true,
          onSelect: () => onRemove(message),
        },
      ]}
    />
  );
}
