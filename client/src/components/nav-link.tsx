import { Link } from 'react-router-dom';
import { Badge } from './badge.tsx';
import { Icon } from './icon.tsx';
import type { NavPlace } from './nav-places.ts';

type Props = { place: NavPlace; current: boolean; className?: string };

/** One place of the navigation. Its label says in full how much is unread there. */
export function NavLink({ place, current, className }: Props) {
  const { label, icon, to, unread } = place;
  return (
    <Link
      className={className}
      to={to}
      aria-current={current ? 'page' : undefined}
      aria-label={unread > 0 ? `${label}, ${unread} new` : label}
    >
      <Icon of={icon} size="large" />
      <span>{label}</span>
      <Badge count={unread} />
    </Link>
  );
}
