import type { Activity } from '@cruddur/shared';
import { Ellipsis } from 'lucide-react';
import type { CrudHandlers } from './crud-actions.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { Menu } from '../ui/menu.tsx';

type Props = {
  activity: Activity;
  /** Left out while the crud has no address yet. */
  handlers?: Pick<CrudHandlers, 'copyLink' | 'copyText'> | undefined;
  /** Only for its author. */
  onBurn?: (() => void) | undefined;
};

/** What else can be done with a crud: anybody may copy its link and its text, its author may burn it now. */
export function CrudMenu({ activity, handlers, onBurn }: Props) {
  const items: MenuItem[] = [];
  if (handlers)
    items.push(
      { kind: 'action', label: 'Copy link', icon: 'link', onSelect: () => handlers.copyLink(activity) },
      { kind: 'action', label: 'Copy text', icon: 'copy', onSelect: () => handlers.copyText(activity) },
    );
  if (handlers && onBurn) items.push({ kind: 'line' });
  if (onBurn)
    items.push({ kind: 'action', label: 'Burn it now', icon: 'flame', danger: true, onSelect: onBurn });
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={(props) => <IconButton {...props} label="More about this crud" icon={Ellipsis} />}
      items={items}
    />
  );
}
