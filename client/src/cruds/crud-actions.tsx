import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share, type LucideIcon, Ellipsis } from 'lucide-react';
import { compactCount, fullCount } from './counts.ts';
import { Icon, IconButton } from '../base/ui/icon.tsx';
import type { MenuItem, ReportChoice } from '../base/ui/menu-item.ts';
import { Menu } from '../base/ui/menu.tsx';

/** The actions on a crud. The object must keep its identity: a new one renders the whole feed. */
export type CrudHandlers = {
  reply: (activity: Activity) => void;
  repost: (activity: Activity) => void;
  like: (activity: Activity) => void;
  share: (activity: Activity) => void;
  copyLink: (activity: Activity) => void;
  copyText: (activity: Activity) => void;
};

type Props = {
  activity: Activity;
  handlers: CrudHandlers;
  /** Shows counts of 0, as on the single post. */
  showZeros?: boolean;
};

export function CrudActions({ activity, handlers, showZeros = false }: Props) {
  const { replies_count, reposts_count, likes_count } = activity;
  return (
    <div className="crud-actions">
      <ActionButton
        icon={MessageCircle}
        label="Reply"
        count={replies_count}
        showZeros={showZeros}
        onPress={() => handlers.reply(activity)}
      />
      <ActionButton
        icon={Repeat2}
        label="Repost"
        count={reposts_count}
        showZeros={showZeros}
        pressed={activity.reposted}
        onPress={() => handlers.repost(activity)}
      />
      <ActionButton
        icon={Heart}
        label="Like"
        count={likes_count}
        showZeros={showZeros}
        pressed={activity.liked}
        onPress={() => handlers.like(activity)}
      />
      <ActionButton icon={Share} label="Share" onPress={() => handlers.share(activity)} />
    </div>
  );
}

type ActionButtonProps = {
  icon: LucideIcon;
  label: string;
  count?: number;
  showZeros?: boolean;
  pressed?: boolean;
  onPress: () => void;
};

function ActionButton({ icon, label, count, showZeros = false, pressed, onPress }: ActionButtonProps) {
  const showsCount = count !== undefined && (showZeros || count > 0);
  return (
    <button
      type="button"
      className="crud-action"
      title={label}
      data-action={label.toLowerCase()}
      aria-label={showsCount ? `${label}, ${fullCount(count)}` : label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon of={icon} />
      {showsCount && <span>{compactCount(count)}</span>}
    </button>
  );
}

type CrudMenuProps = {
  activity: Activity;
  /** Undefined for an unsent crud, which has no URL. */
  handlers?: Pick<CrudHandlers, 'copyLink' | 'copyText'> | undefined;
  /** Only for the author. */
  onBurn?: (() => void) | undefined;
  /** Only for other members. */
  onReport?: ((choice: ReportChoice) => void) | undefined;
};

/** The menu of a crud: copy link, copy text, burn for the author, and mute, report and block for other members. */
export function CrudMenu({ activity, handlers, onBurn, onReport }: CrudMenuProps) {
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
