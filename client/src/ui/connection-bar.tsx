import { Check, Clock3, RotateCw, WifiOff } from 'lucide-react';
import { Icon } from './icon.tsx';

export type ConnectionBarState =
  | { kind: 'reconnecting' }
  /** No socket can be opened, so the page polls. */
  | { kind: 'polling' }
  | { kind: 'offline'; waiting: UnsentCounts }
  /** For three seconds; `proved` when the cursors show that no event was missed. */
  | { kind: 'back'; proved: boolean };

type UnsentCounts = { cruds: number; messages: number };

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The state of the connection; nothing while it is live. */
export function ConnectionBar({ state, onRetry }: { state: ConnectionBarState | null; onRetry: () => void }) {
  return (
    <>
      {state?.kind === 'reconnecting' && (
        <div className="connection-bar">
          <Icon of={RotateCw} size="small" />
          Reconnecting. Your cruds wait here until it works.
        </div>
      )}
      {state?.kind === 'polling' && (
        <div className="connection-bar">
          <Icon of={Clock3} size="small" />
          Live updates are blocked here. Checking every few seconds.
        </div>
      )}
      {state?.kind === 'offline' && (
        <div className="connection-bar off">
          <Icon of={WifiOff} size="small" />
          You are offline.{unsentText(state.waiting)}
          <button type="button" className="btn-quiet" onClick={onRetry}>
            Try now
          </button>
        </div>
      )}
      {state?.kind === 'back' && (
        <div className="connection-bar on">
          <Icon of={Check} size="small" />
          Back.{state.proved && ' Nothing was missed.'}
        </div>
      )}
    </>
  );
}

function unsentText({ cruds, messages }: UnsentCounts): string {
  const parts = [countText(cruds, 'crud'), countText(messages, 'message')].filter((part) => part !== '');
  if (parts.length === 0) return '';
  const [first = '', second] = parts;
  const all = second === undefined ? first : `${first} and ${second.toLowerCase()}`;
  return ` ${all} ${cruds + messages === 1 ? 'is' : 'are'} waiting.`;
}

function countText(count: number, thing: string): string {
  return count === 0 ? '' : `${NUMBERS[count] ?? count} ${count === 1 ? thing : `${thing}s`}`;
}
