import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../base/ui/button.tsx';
import { useSecondsUntil } from '../../base/clock/clock-react.tsx';
import { pageState } from '../../base/page/page-state.ts';
import { useHydrating } from '../../base/hydration/use-hydrating.ts';
import { useReturnState } from '../use-return-path.ts';
import { hasEarlyInput } from '../../base/ui/use-early-input.ts';
import { Field, type FieldProps } from '../../base/ui/field.tsx';

/**
 * The form of an auth page. Its method is POST because a password manager may submit it before hydration: GET would put the
 * password into an address, which browsers keep and servers log.
 */
export function AuthForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const hydrating = useHydrating();
  // It was submitted before hydration, and the fields take over their texts one by one.
  useEffect(() => {
    if (hydrating) return;
    const state = pageState();
    const button = form.current?.querySelector('[type=submit]:enabled');
    if (state.submitted === undefined || hasEarlyInput() || !button) return;
    delete state.submitted;
    button.ariaBusy = null;
    form.current?.requestSubmit();
  });
  useEffect(() => () => void delete pageState().submitted, []);
  return (
    <form
      ref={form}
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
        <p>This page needs JavaScript.</p>
      </noscript>
    </form>
  );
}

/** A button that is disabled until hydration; `before-paint.ts` enables one that submits, and keeps its press. */
export function AuthButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrating = useHydrating();
  return <Button type="submit" {...rest} disabled={hydrating || disabled} />;
}

type ResendButtonProps = {
  label: string;
  /** When a code may be requested again, by the server's time; in the past when it may. */
  availableAt: number;
  /** The whole wait between two codes, in milliseconds. */
  wait: number;
  busy: boolean;
  onResend: () => void;
};

/** Requests another code; after one was sent it counts down to the next. */
export function ResendButton({ label, availableAt, wait, busy, onResend }: ResendButtonProps) {
  const secondsLeft = useSecondsUntil(availableAt, wait);
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return (
    // Not `disabled` during the countdown: the pressed button would lose focus.
    <AuthButton
      type="button"
      variant="outline"
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

/** Links the mailbox of the local pool; empty with a real pool, which sends email. */
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

/** The foot of an auth form: the link to another auth page, which returns to the same page as this one. */
export function AuthSwitchLink({ question, action, to }: AuthSwitchLinkProps) {
  const state = useReturnState();
  return (
    <p className="auth-switch">
      {question}{' '}
      <Link className="link" to={to} state={state}>
        <b>{action}</b>
      </Link>
    </p>
  );
}

/** The field of a mailed code: wide figures, autofill on phones; anything but the code is removed. */
export function CodeField({ onChange, ...rest }: FieldProps) {
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...rest}
      className="input code"
      onChange={(value) => onChange(extractCode(value))}
    />
  );
}

/** Six digits in a row, or the twelve of a long code, with single spaces or hyphens between them: `123 456`, `123-456`. */
const CODE = /(?<!\d)\d(?:[\s-]?\d){5}(?:(?:[\s-]?\d){6})?(?![\s-]?\d)/u;

/** The code in typed or pasted text, which may be a sentence of the mail; otherwise the digits of the text. */
export function extractCode(text: string): string {
  const plain = text.normalize('NFKC');
  return (CODE.exec(plain)?.[0] ?? plain).replace(/\D/gu, '');
}
