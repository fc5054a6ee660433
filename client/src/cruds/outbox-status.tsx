import { errorText, OUTBOX_RETENTION_TEXT } from '@cruddur/shared';
import { CircleAlert, Clock3 } from 'lucide-react';
import { Icon } from '../base/ui/icon.tsx';

type FailedItemActions = { onCopy: () => void; onDiscard: () => void };

/** The state of a crud in the outbox. */
export type OutboxState =
  | {
      kind: 'waiting';
      /** The browser could not store it. */
      isInMemoryOnly?: boolean;
    }
  /** `errors` are codes or texts. */
  | ({
      kind: 'refused';
      errors: readonly string[];
      /** Undefined when the same text would be refused again. */
      onRetry?: (() => void) | undefined;
      /** Undefined when any text would be refused. */
      onEdit?: (() => void) | undefined;
    } & FailedItemActions)
  /** It is too old to be sent. */
  | ({ kind: 'stale' } & FailedItemActions);

/** Replaces the actions of an unsent crud. */
export function OutboxStatus({ state }: { state: OutboxState }) {
  if (state.kind === 'waiting') {
    return (
      <p className="delivery-status waiting">
        <Icon of={Clock3} />
        <span>
          {state.isInMemoryOnly
            ? 'Waiting to be sent. Keep this page open: the browser could not store it'
            : 'Waiting to be sent'}
        </span>
      </p>
    );
  }
  return (
    <p className="delivery-status waiting failed">
      <Icon of={CircleAlert} />
      <span>{failureText(state)}</span>
      {state.kind === 'refused' && state.onRetry && (
        <button type="button" onClick={state.onRetry}>
          Try again
        </button>
      )}
      {state.kind === 'refused' && state.onEdit && (
        <button type="button" onClick={state.onEdit}>
          Edit
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

function failureText(state: Exclude<OutboxState, { kind: 'waiting' }>): string {
  if (state.kind === 'stale') return `Not sent within ${OUTBOX_RETENTION_TEXT}`;
  return state.errors.length > 0 ? state.errors.map(errorText).join('. ') : 'Not sent';
}
