import type { Activity } from '@cruddur/shared';
import { Heart, MessageCircle, Repeat2, Share, type LucideIcon } from 'lucide-react';
import { compactCount, fullCount } from './counts.ts';
import { Icon } from '../ui/icon.tsx';

/** What a reader can do with a crud. Keep the object's identity, so that a feed does not render again. */
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
  /** On the single post a count of 0 is shown, on cards it is not. */
  zeros?: boolean;
};

export function CrudActions({ activity, handlers, zeros = false }: Props) {
  const { replies_count, reposts_count, likes_count } = activity;
  return (
    <div className="acts">
      <ActionButton
        icon={MessageCircle}
        label="Reply"
        count={replies_count}
        zeros={zeros}
        onPress={() => handlers.reply(activity)}
      />
      <ActionButton
        icon={Repeat2}
        label="Repost"
        count={reposts_count}
        zeros={zeros}
        pressed={activity.reposted}
        onPress={() => handlers.repost(activity)}
      />
      <ActionButton
        icon={Heart}
        label="Like"
        count={likes_count}
        zeros={zeros}
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
  zeros?: boolean;
  pressed?: boolean;
  onPress: () => void;
};

function ActionButton({ icon, label, count, zeros = false, pressed, onPress }: ActionButtonProps) {
  const counted = count !== undefined && (zeros || count > 0);
  return (
    <button
      type="button"
      className="act"
      data-action={label.toLowerCase()}
      aria-label={counted ? `${label}, ${fullCount(count)}` : label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <Icon of={icon} />
      {counted && <span>{compactCount(count)}</span>}
    </button>
  );
}
