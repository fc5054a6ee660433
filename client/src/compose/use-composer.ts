import { useMachine } from '../use-machine.ts';
import { useEffect, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { composeMachine, remainingOf, type Composed, type ComposeKind } from '../machines/compose.machine.ts';
import { useDraftSlot } from './drafts-react.tsx';

export interface ComposerParts {
  kind: ComposeKind;
  /** Names the draft among this person's: the same for the same thing, another for another. */
  draft: string;
  /** True for a composer that is always there. */
  open?: boolean;
  /** Keep its identity while nothing changed. Fails with codes. */
  submit: (composed: Composed) => Promise<unknown>;
}

/** Runs one compose machine and says what a form needs of it. What is written is kept until it is sent. */
export function useComposer({ kind, draft: name, open = false, submit }: ComposerParts) {
  const slot = useDraftSlot(name);
  const [draft] = useState(() => slot?.read() ?? null);
  const machine = useMemo(
    () =>
      composeMachine.provide({
        actors: {
          submit: fromPromise<unknown, Composed>(async ({ input }) => {
            const answer = await submit(input);
            // Here, because nobody may be left to hear of it: the page may be another one by now.
            slot?.removeIfSent(input.text);
            return answer;
          }),
        },
      }),
    [submit, slot],
  );
  const [state, send, actor] = useMachine(machine, {
    input: { kind, open, draft, newOperationId: () => crypto.randomUUID() },
  });
  useEffect(() => {
    if (!slot) return;
    let last = actor.getSnapshot().context;
    const writing = actor.subscribe(({ context }) => {
      const { text, ttl, operationId } = context;
      const isSame = text === last.text && ttl === last.ttl && operationId === last.operationId;
      last = context;
      if (!isSame) slot.write(context);
    });
    const stop = slot.subscribe((changed) => actor.send({ type: 'RESTORE', draft: changed }));
    return () => {
      writing.unsubscribe();
      stop();
    };
  }, [actor, slot]);
  const { text, ttl, codes } = state.context;
  return {
    send,
    ttl,
    /** There was something to go on with. */
    restored: draft !== null,
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
