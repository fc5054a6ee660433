import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { CODE_WANTED } from '../../feed/use-code-wanted.ts';
import { useWayBack } from '../../feed/use-way-back.ts';
import { gatePath } from '../../paths.ts';
import type { SignInState } from './use-sign-in.ts';

/** Leaves the sign-in once it knows where to: in, or to the page whose code is needed first, which sends it at once. */
export function useWayOn(state: SignInState): void {
  const navigate = useNavigate();
  const { email } = state.context;
  const back = useWayBack();
  const isDone = state.hasTag('done');
  const gate = state.hasTag('toConfirm') ? 'confirm' : state.hasTag('toReset') ? 'forgot' : null;
  useEffect(() => {
    if (isDone) void navigate(back, { replace: true });
    else if (gate) void navigate(gatePath(gate, email), { state: CODE_WANTED });
  }, [isDone, gate, email, back, navigate]);
}
