import type { Notification, NotificationReason, ShortUser } from '@cruddur/shared';
import { AtSign, Heart, MessageCircle, Repeat2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { profilePath } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';

const REASONS: Record<NotificationReason, { icon: LucideIcon; words: string }> = {
  reply: { icon: MessageCircle, words: 'replied to you' },
  mention: { icon: AtSign, words: 'mentioned you' },
  like: { icon: Heart, words: 'liked your crud' },
  repost: { icon: Repeat2, words: 'reposted your crud' },
};

/** The line above a card on profiles: who put it there. */
export function RepostNote({ by }: { by: ShortUser }) {
  return <NoteLine icon={Repeat2} person={by} words="reposted" />;
}

/** The line above a card among the notifications: who did what. */
export function NotificationNote({
  reason,
  actor,
  others,
  unread,
}: Pick<Notification, 'reason' | 'actor' | 'others' | 'unread'>) {
  return <NoteLine {...REASONS[reason]} person={actor} others={others ?? 0} unread={unread} />;
}

type NoteLineProps = {
  icon: LucideIcon;
  person: ShortUser;
  words: string;
  others?: number;
  unread?: boolean;
};

function NoteLine({ icon, person, words, others = 0, unread = false }: NoteLineProps) {
  return (
    <p className={classNames('note', unread && 'unread')}>
      <Icon of={icon} size="small" />
      <span>
        <Link to={profilePath(person.handle)}>{person.display_name}</Link>
        {others > 0 && ` and ${others} ${others === 1 ? 'other' : 'others'}`} {words}
        {unread && <span className="vh">, new</span>}
      </span>
    </p>
  );
}
