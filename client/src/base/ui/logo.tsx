import type { MouseEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';

/** The four characters in the bubble, as paths: independent of fonts. */
export function LogoSigns() {
  return (
    <>
      <path d="M9.7 12.8 8.4 23.2M13.8 12.8l-1.3 10.4M6.8 16.1h8.6M6.3 20h8.6" />
      <path d="M18.1 15.1c.2-3.2 5.1-3.2 5.1.2 0 2.4-2.6 2.5-2.6 4.8M20.6 23.4v.05" />
      <path
        strokeWidth="1.9"
        d="M35.4 22.3a5.6 5.6 0 1 1 2-4.3c0 3.4-3.6 3.7-3.6.7v-2.9M33.8 18a2.1 2.1 0 1 1-4.2 0 2.1 2.1 0 0 1 4.2 0"
      />
      <path d="m41.3 12.8-.4 6.7M40.6 23.4v.05" />
    </>
  );
}

/** The speech bubble, in the colours `--logo-fill` and `--logo-mark`. */
export function Logo({ className = 'logo' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 48 44" aria-hidden="true">
      <g transform="rotate(-5 24 20)">
        <path
          className="logo-fill"
          d="M9 3h30a7.5 7.5 0 0 1 7.5 7.5v15A7.5 7.5 0 0 1 39 33H20.4l-9 7.9c-1 .9-2.6.2-2.6-1.2V33A7.5 7.5 0 0 1 1.5 25.5v-15A7.5 7.5 0 0 1 9 3Z"
        />
        <g className="logo-mark" strokeWidth="2.3">
          <LogoSigns />
        </g>
      </g>
    </svg>
  );
}

/** A bomb of 18 px in the text's colour. */
export function Bomb() {
  return (
    <svg className="bomb" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="9.5" cy="14.5" r="7" fill="currentColor" stroke="none" />
      <path d="m14.2 9.8 1.7-1.7" strokeWidth="4.4" strokeLinecap="butt" />
      <path d="M16.6 7.4c1-2.7 3.8-3.8 5.4-1.4" />
      <path className="shine" d="M5.6 14a4 4 0 0 1 2.9-3.2" strokeWidth="1.5" />
    </svg>
  );
}

/** The bomb at the end of a fuse; its cord loops over and joins the hairline at the lower left. */
export function FuseBomb() {
  return (
    <svg className="fuse-bomb" viewBox="0 0 28 48" aria-hidden="true">
      <circle cx="9" cy="24.5" r="6.7" fill="currentColor" stroke="none" />
      <path d="m13.5 20 1.8-1.8" strokeWidth="4.4" strokeLinecap="butt" />
      <path d="M15.9 17.6c1.3-4.8 5.4-6.6 8.2-4.2 1.7 1.5 1.9 3.9 1.9 6.6v16a11 11 0 0 1-11 11H0" />
      <path className="shine" d="M5.2 24a4 4 0 0 1 2.9-3.3" strokeWidth="1.4" />
    </svg>
  );
}

/** Logo and wordmark; the icon rail shows the logo only. */
export function Brand({ onClick }: { onClick?: MouseEventHandler }) {
  return (
    <Link className="brand" to={paths.home} aria-label="Cruddur, home" onClick={onClick}>
      <Logo />
      <span>Cruddur</span>
    </Link>
  );
}
