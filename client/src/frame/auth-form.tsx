import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { useHydrating } from '../ssr/use-hydrating.ts';

/**
 * A card of the way in. Whatever sends it before the program is there, such as a password manager, sends nothing in an address:
 * those are kept and logged.
 */
export function AuthForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="card"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
    >
      {children}
      <noscript>
        <p>This page of Cruddur needs JavaScript.</p>
      </noscript>
    </form>
  );
}

/** Sends the form, or does what else it is for, once there is a program that can: no press is lost meanwhile. */
export function AuthButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrating = useHydrating();
  return <Button type="submit" {...rest} disabled={hydrating || disabled} />;
}

type ResendButtonProps = {
  /** The button's words. */
  label: string;
  /** 0 when a code may be asked for. */
  secondsLeft: number;
  busy: boolean;
  onResend: () => void;
};

/** Asks for another code; after one was sent it shows how long to wait for the next. */
export function ResendButton({ label, secondsLeft, busy, onResend }: ResendButtonProps) {
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return (
    // Not disabled while it counts: whoever pressed it would lose their place on the page.
    <AuthButton
      type="button"
      variant="line"
      wide
      busy={busy}
      aria-disabled={secondsLeft > 0 || undefined}
      onClick={secondsLeft > 0 ? undefined : onResend}
    >
      {label}
      {secondsLeft > 0 && (
        <span className="n">
          · {minutes}:{seconds}
        </span>
      )}
    </AuthButton>
  );
}

/** Where the local pool's mails are; nothing with a real pool, whose mails really arrive. */
export function MailboxHint({ mailbox }: { mailbox: string | null }) {
  if (mailbox === null) return null;
  return (
    <>
      {' '}
      Here, it is in{' '}
      <a className="link" href={mailbox} target="_blank" rel="noreferrer">
        the local mailbox
      </a>
      .
    </>
  );
}

type AuthSwitchLinkProps = { question: string; action: string; to: string };

/** The foot of a card of the way in: another way, for those who meant that one. */
export function AuthSwitchLink({ question, action, to }: AuthSwitchLinkProps) {
  return (
    <p className="strip">
      {question}{' '}
      <Link className="link" to={to}>
        <b>{action}</b>
      </Link>
    </p>
  );
}
