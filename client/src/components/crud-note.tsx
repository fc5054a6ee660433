import type { Reason, ShortUser } from '@cruddur/shared';
import { AtSign, Heart, MessageCircle, Repeat2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { profilePath } from '../paths.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const REASONS: Record<Reason, { icon: LucideIcon; words: string }> = {
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
  unread,
}: {
  reason: Reason;
  actor: ShortUser;
  unread: boolean;
}) {
  return <NoteLine {...REASONS[reason]} person={actor} unread={unread} />;
}

type Line = { icon: LucideIcon; person: ShortUser; words: string; unread?: boolean };

function NoteLine({ icon, person, words, unread = false }: Line) {
  return (
    <p className={classNames('note', unread && 'unread')}>
      <Icon of={icon} size="small" />
      <span>
        <Link to={profilePath(person.handle)}>{person.display_name}</Link> {words}
        {unread && <span className="vh">, new</span>}
      </span>
    </p>
  );
}
