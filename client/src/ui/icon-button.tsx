import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

type IconLabel = { label: string; icon: LucideIcon };

/** A round button whose only words are its label, also shown on hover. Passes on what a menu's trigger needs. */
export function IconButton({ label, icon, ...rest }: IconLabel & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={classNames('ib', rest.className)}
      aria-label={label}
    >
      <Icon of={icon} />
    </button>
  );
}

export function IconLink({ label, icon, to, className }: IconLabel & { to: string; className?: string }) {
  return (
    <Link className={classNames('ib', className)} to={to} aria-label={label} title={label}>
      <Icon of={icon} />
    </Link>
  );
}
