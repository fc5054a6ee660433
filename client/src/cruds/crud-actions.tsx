import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share, type LucideIcon } from 'lucide-react';
import { compactCount, fullCount } from './counts.ts';
import { Icon } from '../ui/icon.tsx';

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
