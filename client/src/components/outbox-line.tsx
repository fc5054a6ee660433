import { errorText } from '@cruddur/shared';
import { CircleAlert, Clock3 } from 'lucide-react';
import { Icon } from './icon.tsx';

type WaysOut = { onCopy: () => void; onDiscard: () => void };

/** Why a crud is shown that the server does not have. */
export type OutboxState =
  | {
      kind: 'waiting';
      /** Only this page has it. */
      fleeting?: boolean;
    }
  /** Codes or texts, and the ways out. */
  | ({ kind: 'refused'; errors: readonly string[]; onRetry: () => void } & WaysOut)
  /** It waited for so long that it is not sent any more. */
  | ({ kind: 'stale' } & WaysOut);

/** Stands where the actions would, until there is a crud to act upon. */
export function OutboxLine({ state }: { state: OutboxState }) {
  if (state.kind === 'waiting') {
    return (
      <p className="tick waiting">
        <Icon of={Clock3} />
        <span>
          Waiting to be lit{state.fleeting && '. Keep this page open: the browser could not store it'}
        </span>
      </p>
    );
  }
  return (
    <p className="tick waiting fail">
      <Icon of={CircleAlert} />
      <span>{wordsOf(state)}</span>
      {state.kind === 'refused' && (
        <button type="button" onClick={state.onRetry}>
          Try again
        </button>
      )}
      <button type="button" onClick={state.onCopy}>
        Copy text
      </button>
      <button type="button" onClick={state.onDiscard}>
        Discard
      </button>
    </p>
  );
}

function wordsOf(state: Exclude<OutboxState, { kind: 'waiting' }>): string {
  if (state.kind === 'stale') return 'Not sent within seven days';
  return state.errors.length > 0 ? state.errors.map(errorText).join('. ') : 'Not sent';
}
