import type { SnapshotFrom } from 'xstate';
import type { signInMachine } from '../../machines/sign-in.machine.ts';
import { authPagePath } from '../../paths.ts';

/**
 * The page that follows: the one that the sign-in was opened from, or the one whose code is needed first; null until then.
 * @param back where a completed sign-in leads
 */
export function nextPageOf(state: SnapshotFrom<typeof signInMachine>, back: string): string | null {
  const { email } = state.context;
  if (state.hasTag('done')) return back;
  if (state.hasTag('toConfirm')) return authPagePath('confirm', email);
  return state.hasTag('toReset') ? authPagePath('forgot', email) : null;
}
