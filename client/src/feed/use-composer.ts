import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { composeMachine, remainingOf, type Composed, type ComposeKind } from '../machines/compose.machine.ts';

export interface ComposerParts {
  kind: ComposeKind;
  /** True for a composer that is always there. */
  open?: boolean;
  /** Keep its identity while nothing changed. Fails with codes. */
  submit: (composed: Composed) => Promise<unknown>;
}

/** Runs one compose machine and says what a form needs of it. */
export function useComposer({ kind, open = false, submit }: ComposerParts) {
  const machine = useMemo(
    () =>
      composeMachine.provide({
        actors: { submit: fromPromise<unknown, Composed>(({ input }) => submit(input)) },
      }),
    [submit],
  );
  const [state, send] = useMachine(machine, {
    input: { kind, open, newOperationId: () => crypto.randomUUID() },
  });
  const { text, ttl, codes } = state.context;
  return {
    send,
    ttl,
    open: state.hasTag('open'),
    form: {
      value: text,
      busy: state.hasTag('busy'),
      errors: codes,
      remaining: remainingOf(state.context),
      onChange: (value: string) => send({ type: 'TYPE', text: value }),
      onSubmit: () => send({ type: 'SUBMIT' }),
    },
  };
}
