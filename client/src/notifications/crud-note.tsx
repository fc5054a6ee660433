import type { Notification, NotificationReason, ShortUser } from '@cruddur/shared';
import { AtSign, Heart, MessageCircle, Repeat2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Age } from '../base/clock/dated-text.tsx';
import { profilePath } from '../base/paths.ts';
import { clsx } from 'clsx';
import { Icon } from '../base/ui/icon.tsx';

const REASONS: Record<NotificationReason, { icon: LucideIcon; text: string }> = {
  reply: { icon: MessageCircle, text: 'replied to you' },
  mention: { icon: AtSign, text: 'mentioned you' },
  like: { icon: Heart, text: 'liked your crud' },
  repost: { icon: Repeat2, text: 'reposted your crud' },
};

/** The line above a reposted card on profiles. */
export function RepostNote({ by }: { by: ShortUser }) {
  return <NoteLine icon={Repeat2} person={by} text="reposted" />;
}

interface NotificationNoteProps extends Pick<Notification, 'reason' | 'actor' | 'others' | 'unread'> {
  /** ISO time; not for a reply or mention, whose card has it. */
  at?: string | undefined;
}

/** The line above a card among the notifications: actor, reason and time. */
export function NotificationNote({ reason, actor, others, unread, at }: NotificationNoteProps) {
  return <NoteLine {...REASONS[reason]} person={actor} others={others ?? 0} unread={unread} at={at} />;
}

type NoteLineProps = {
  icon: LucideIcon;
  person: ShortUser;
  text: string;
  others?: number;
  unread?: boolean;
  at?: string | undefined;
};

function NoteLine({ icon, person, text, others = 0, unread = false, at }: NoteLineProps) {
  return (
    <p className={clsx('note', unread && 'unread')}>
      <Icon of={icon} size="small" />
      <span>
        <Link to={profilePath(person.handle)}>{person.display_name}</Link>
        <span>{others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'} ${text}` : ` ${text}`}</span>
        {unread && <span className="vh">, new</span>}
        {at !== undefined && (
          <>
            <span aria-hidden="true"> · </span>
            <Age at={at} hasTooltip />
          </>
        )}
      </span>
    </p>
  );
}
