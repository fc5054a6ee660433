import type { MouseEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Logo } from '../ui/logo.tsx';

/** Logo and wordmark; the icon rail shows the logo only. */
export function Brand({ onClick }: { onClick?: MouseEventHandler }) {
  return (
    <Link className="brand" to={paths.home} aria-label="Cruddur, home" onClick={onClick}>
      <Logo />
      <span>Cruddur</span>
    </Link>
  );
}
