import { Ellipsis, Flame, Link as LinkIcon } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';

type Props = { onCopyLink?: () => void; onBurn?: () => void };

/** What else can be done with a crud: anybody may copy its link, its author may burn it now. */
export function CrudMenu({ onCopyLink, onBurn }: Props) {
  const items: MenuItem[] = [];
  if (onCopyLink) items.push({ kind: 'action', label: 'Copy link', icon: LinkIcon, onSelect: onCopyLink });
  if (onCopyLink && onBurn) items.push({ kind: 'line' });
  if (onBurn)
    items.push({ kind: 'action', label: 'Burn it now', icon: Flame, danger: true, onSelect: onBurn });
  if (items.length === 0) return null;
  return <Menu trigger={<IconButton label="More about this crud" icon={Ellipsis} />} items={items} />;
}
