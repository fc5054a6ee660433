import type { ComponentProps, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { clsx } from 'clsx';

type ButtonStyle = {
  /** `main` is the primary button of a view, `outline` a secondary one, `quiet` looks like a link. */
  variant?: 'main' | 'outline' | 'quiet';
  small?: boolean;
  wide?: boolean;
};

type ButtonProps = ButtonStyle & { busy?: boolean } & ComponentProps<'button'>;

const buttonClass = ({ variant = 'main', small, wide }: ButtonStyle) =>
  clsx('btn', variant !== 'main' && `btn-${variant}`, small && 'btn-s', wide && 'btn-wide');

/** A busy button keeps label, size and focus, shows a spinner and ignores clicks. */
export function Button({ variant, small, wide, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(buttonClass({ variant, small, wide }), rest.className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {children}
      {/* Last, though shown first: an element before a text fails on pages that the browser has translated. */}
      {busy && <span className="spin" aria-hidden="true" />}
    </button>
  );
}

type LinkProps = ButtonStyle & {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link in the style of a button. */
export function LinkButton({ to, ref, children, ...style }: LinkProps) {
  return (
    <Link ref={ref} className={buttonClass(style)} to={to}>
      {children}
    </Link>
  );
}
