import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { CODE_REQUESTED } from '../../auth/use-code-request.ts';
import { useReturnPath } from '../../app/use-return-path.ts';
import { authPagePath } from '../../paths.ts';
import type { SignInState } from './use-sign-in.ts';

/** Leaves the sign-in once it knows where to: in, or to the page whose code is needed first, which sends it at once. */
export function useSignInRedirect(state: SignInState): void {
  const navigate = useNavigate();
  const { email } = state.context;
  const back = useReturnPath();
  const isDone = state.hasTag('done');
  const nextPage = state.hasTag('toConfirm') ? 'confirm' : state.hasTag('toReset') ? 'forgot' : null;
  useEffect(() => {
    if (isDone) void navigate(back, { replace: true });
    else if (nextPage) void navigate(authPagePath(nextPage, email), { state: CODE_REQUESTED });
  }, [isDone, nextPage, email, back, navigate]);
}
