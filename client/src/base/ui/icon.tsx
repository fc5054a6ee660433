import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { clsx } from 'clsx';

const SIZES = { small: 'i i-s', normal: 'i', large: 'i i-l', huge: 'i big' } as const;

/** An icon hidden from screen readers. Small 16, normal 20, large 22, huge 56 px. */
export function Icon({ of: Drawing, size = 'normal' }: { of: LucideIcon; size?: keyof typeof SIZES }) {
  return <Drawing className={SIZES[size]} aria-hidden="true" />;
}

type IconLabel = { label: string; icon: LucideIcon };

/** A round icon button; the label is its accessible name and tooltip. Passes on the props of a menu's trigger. */
export function IconButton({ label, icon, ...rest }: IconLabel & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} {...rest} className={clsx('ib', rest.className)} aria-label={label}>
      <Icon of={icon} />
    </button>
  );
}

export function IconLink({ label, icon, to, className }: IconLabel & { to: string; className?: string }) {
  return (
    <Link className={clsx('ib', className)} to={to} aria-label={label} title={label}>
      <Icon of={icon} />
    </Link>
  );
}

/** An unread count, `99+` above 99, nothing at zero. Hidden from screen readers: the label around it has the full number. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <b className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}
