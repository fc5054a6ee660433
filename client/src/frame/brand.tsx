import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Logo } from '../ui/logo.tsx';

/** Logo and wordmark; the icon rail shows the logo only. */
export function Brand() {
  return (
    <Link className="brand" to={paths.home} aria-label="Cruddur, home">
      <Logo />
      <span>Cruddur</span>
    </Link>
  );
}
