import { type ComponentProps, type ReactNode, type Ref, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

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
  /** The history state of the page that it opens. */
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
};

/** A link in the style of a button. */
export function LinkButton({ to, state, ref, children, ...style }: LinkProps) {
  return (
    <Link ref={ref} className={buttonClass(style)} to={to} state={state}>
      {children}
    </Link>
  );
}

type Props = {
  icon: LucideIcon;
  label: string;
  /** Only on the narrowest phones, where the button is in the tab bar and covers nothing. */
  inBarOnly?: boolean;
  onPress: () => void;
};

/** The main action of a screen on phones. It floats above the tab bar, and hides while the page scrolls down. */
export function FloatingButton({ icon, label, inBarOnly = false, onPress }: Props) {
  const isHidden = useScrollingDown();
  return (
    <Button className={clsx('fab', inBarOnly && 'in-bar-only', isHidden && 'is-hidden')} onClick={onPress}>
      <Icon of={icon} />
      <span>{label}</span>
    </Button>
  );
}

function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const moved = window.scrollY - last;
      if (Math.abs(moved) < 12) return;
      last = window.scrollY;
      setIsDown(moved > 0 && last > 60);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isDown;
}
