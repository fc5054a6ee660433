import { useMachine } from '../base/machines/use-machine.ts';
import { isBlank } from '@cruddur/shared';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise, type ActorRefFrom, type EventFrom, type SnapshotFrom } from 'xstate';
import { newId } from '../base/runtime/browser-runtime.ts';
import {
  composeMachine,
  type Composed,
  type ComposeKind,
  type Draft,
  remainingOf,
} from './compose.machine.ts';
import { useDraftSlot, type DraftSlot } from './draft-slot.ts';

export interface ComposerParts {
  kind: ComposeKind;
  /** The name of the draft among this user's drafts. A change renames the draft. */
  draft: string;
  /** The text to begin with when there is no draft. */
  initial?: Draft | undefined;
  /** True for a composer that is always open. */
  open?: boolean;
  /** Rejects with an error that has codes. Must keep its identity. */
  submit: (composed: Composed) => Promise<unknown>;
}

/** Runs one compose machine. @returns the props of a form, and the draft's state. The text is stored until it is sent */
export function useComposer({ kind, draft: name, initial, open = false, submit }: ComposerParts) {
  const slot = useDraftSlot(name);
  const [stored] = useState(() => slot?.read() ?? null);
  const machine = useMemo(
    () =>
      composeMachine.provide({
        actors: {
          submit: fromPromise<unknown, Composed>(async ({ input }) => {
            const answer = await submit(input);
            // In the actor, not in an effect: the component may be unmounted when the answer arrives.
            slot?.removeIfSent(input.text);
            return answer;
          }),
        },
      }),
    [submit, slot],
  );
  const [state, send, actor] = useMachine(machine, {
    input: { kind, open, draft: stored ?? initial ?? null, newOperationId: newId },
  });
  const lastSlot = useRef(slot);
  useEffect(() => {
    const previousSlot = lastSlot.current;
    lastSlot.current = slot;
    if (!slot) return;
    if (previousSlot && previousSlot !== slot) moveDraft(actor, previousSlot, slot);
    let last = actor.getSnapshot().context;
    let isRestoring = false;
    const subscription = actor.subscribe(({ context }) => {
      const { text, ttl, operationId } = context;
      const isSame = text === last.text && ttl === last.ttl && operationId === last.operationId;
      last = context;
      if (!isSame && !isRestoring) slot.write(context);
    });
    // Only what the person does is written: another tab's text may be newer again by now.
    const unsubscribe = slot.subscribe((draft) => {
      isRestoring = true;
      actor.send({ type: 'RESTORE', draft });
      isRestoring = false;
    });
    return () => {
      subscription.unsubscribe();
      unsubscribe();
    };
  }, [actor, slot]);
  return {
    send,
    ttl: state.context.ttl,
    /** The composer began with a stored draft. */
    restored: stored !== null,
    open: state.hasTag('open'),
    form: toFormProps(state, send),
  };
}

/** The text of the composer gets the new name; without a text, the composer takes a draft that is stored under it. */
function moveDraft(composer: ActorRefFrom<typeof composeMachine>, from: DraftSlot, to: DraftSlot): void {
  const { context } = composer.getSnapshot();
  const stored = to.read();
  from.remove();
  if (!isBlank(context.text)) to.write(context);
  else if (stored) composer.send({ type: 'RESTORE', draft: stored });
}

/** The props of a form that shows the compose machine. */
export function toFormProps(
  state: SnapshotFrom<typeof composeMachine>,
  send: (event: EventFrom<typeof composeMachine>) => void,
) {
  const { text, codes } = state.context;
  return {
    value: text,
    busy: state.hasTag('busy'),
    errors: codes,
    remaining: remainingOf(state.context),
    onChange: (value: string) => send({ type: 'TYPE', text: value }),
    onSubmit: () => send({ type: 'SUBMIT' }),
  };
}
