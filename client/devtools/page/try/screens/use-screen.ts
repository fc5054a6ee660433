import { useEffect, useInsertionEffect, useLayoutEffect, useState } from 'react';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Sandbox } from '../sandbox.ts';

export interface ScreenProps {
  sandbox: Sandbox;
}

/** The state that a screen shows. */
export interface ShownState<State> {
  state: State;
  /** The element that contains the screen; null until it is mounted. */
  element: HTMLElement | null;
  setElement: (element: HTMLElement | null) => void;
}

/**
 * The state of a sandbox, for the screen of its machine. While focus is outside of the screen, no change moves it there: the
 * element is inert until all effects have run.
 */
export function useScreen<Machine extends AnyStateMachine>({
  state,
}: Sandbox): ShownState<SnapshotFrom<Machine>> {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState({ state: state.getSnapshot(), isFocused: false });
  useLayoutEffect(() => {
    const update = () => {
      const isFocused = element?.contains(document.activeElement) ?? false;
      const latest = state.getSnapshot();
      setShown((before) => (before.state === latest ? before : { state: latest, isFocused }));
    };
    update();
    return state.subscribe(update);
  }, [state, element]);
  // Runs before refs and all other effects of the same commit, and the second one after them.
  useInsertionEffect(() => setInert(element, !shown.isFocused), [element, shown]);
  useEffect(() => setInert(element, false), [element, shown]);
  // The sandbox of a screen is one of its machine.
  return { state: shown.state as SnapshotFrom<Machine>, element, setElement };
}

function setInert(element: HTMLElement | null, isInert: boolean): void {
  element?.toggleAttribute('inert', isInert);
}
