import type { DirectMessage } from '@cruddur/shared';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { Menu } from '../ui/menu.tsx';

type Props = {
  message: DirectMessage;
  onCopy: (text: string) => void;
  /** Only for an own message that can still be removed. */
  onRemove?: ((message: DirectMessage) => void) | undefined;
  /** Only for a message of the other member. */
  onReport?: ((message: DirectMessage) => void) | undefined;
};

/** The menu of a message: copy text, remove for its sender, and report for the other member. */
export function MessageMenu({ message, onCopy, onRemove, onReport }: Props) {
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
