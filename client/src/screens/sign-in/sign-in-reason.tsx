import { useHasSessionEnded } from '../../app/use-return-path.ts';
import { VisitorIntentHint } from '../../compose/visitor-intent-hint.tsx';

/** Why the visitor was sent here, if not by choice. */
export function SignInReason() {
  const hasEnded = useHasSessionEnded();
  if (hasEnded)
    return <p className="lead">Your session has ended. Sign in to continue where you left off.</p>;
  return <VisitorIntentHint />;
}
