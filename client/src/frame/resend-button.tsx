import { AuthButton } from './auth-form.tsx';

type Props = {
  /** The button's words. */
  label: string;
  /** 0 when a code may be asked for. */
  secondsLeft: number;
  busy: boolean;
  onResend: () => void;
};

/** Asks for another code; after one was sent it shows how long to wait for the next. */
export function ResendButton({ label, secondsLeft, busy, onResend }: Props) {
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
