import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { clsx } from 'clsx';
import { Icon } from './icon.tsx';

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
