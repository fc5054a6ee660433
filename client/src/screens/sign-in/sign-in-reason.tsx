import { useHasSessionEnded } from '../../app/use-return-path.ts';
import { localItems } from '../../browser-storage.ts';
import { VisitorIntentHint } from '../../compose/visitor-intent-hint.tsx';
import { useHydrating } from '../../ssr/use-hydrating.ts';

/** Why the visitor was sent here, if not by choice. */
export function SignInReason() {
  const hydrating = useHydrating();
  const hasEnded = useHasSessionEnded();
  if (hasEnded)
    return <p className="lead">Your session has ended. Sign in to continue where you left off.</p>;
  if (!hydrating && !(localItems instanceof Storage))
    return (
      <p className="lead">
        This browser blocks site data, so you will be signed out when this page closes or reloads.
      </p>
    );
  return <VisitorIntentHint />;
}
