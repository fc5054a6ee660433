import type { ComponentProps, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';

type ButtonStyle = {
  /** Main is the one button of a view; line is a second choice; quiet is a link that looks pressable. */
  variant?: 'main' | 'line' | 'quiet';
  small?: boolean;
  wide?: boolean;
};

type ButtonProps = ButtonStyle & { busy?: boolean } & ComponentProps<'button'>;

const buttonClass = ({ variant = 'main', small, wide }: ButtonStyle) =>
  classNames('btn', variant !== 'main' && `btn-${variant}`, small && 'btn-s', wide && 'btn-wide');

/** While busy it keeps its label and its place, shows a spinner and takes no further press. */
export function Button({ variant, small, wide, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass({ variant, small, wide }), rest.className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  );
}

type LinkProps = ButtonStyle & {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
};

/** The same look for going somewhere. */
export function LinkButton({ to, ref, children, ...look }: LinkProps) {
  return (
    <Link ref={ref} className={buttonClass(look)} to={to}>
      {children}
    </Link>
  );
}
