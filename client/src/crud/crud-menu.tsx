import type { Activity } from '@cruddur/shared';
import { Ellipsis } from 'lucide-react';
import type { CrudHandlers } from './crud-actions.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { MenuItem, ReportChoice } from '../ui/menu-item.ts';
import { Menu } from '../ui/menu.tsx';

type Props = {
  activity: Activity;
  /** Undefined for an unsent crud, which has no URL. */
  handlers?: Pick<CrudHandlers, 'copyLink' | 'copyText'> | undefined;
  /** Only for the author. */
  onBurn?: (() => void) | undefined;
  /** Only for other members. */
  onReport?: ((choice: ReportChoice) => void) | undefined;
};

/** The menu of a crud: copy link, copy text, burn for the author, and mute, report and block for other members. */
export function CrudMenu({ activity, handlers, onBurn, onReport }: Props) {
  const items: MenuItem[] = [];
  if (handlers)
    items.push(
      { kind: 'action', label: 'Copy link', icon: 'link', onSelect: () => handlers.copyLink(activity) },
      { kind: 'action', label: 'Copy text', icon: 'copy', onSelect: () => handlers.copyText(activity) },
    );
  if (onBurn)
    items.push(
      { kind: 'separator' },
      { kind: 'action', label: 'Burn it now', icon: 'flame', danger: true, onSelect: onBurn },
    );
  if (onReport) items.push({ kind: 'report', handle: activity.handle, onSelect: onReport });
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={(props) => <IconButton {...props} label="More about this crud" icon={Ellipsis} />}
      items={items}
    />
  );
}
