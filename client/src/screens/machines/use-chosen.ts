import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

export const VIEWS = ['chart', 'try', 'text'] as const;
export type View = (typeof VIEWS)[number];

/** What the page shows: all of it is in the address, so that a link leads to it. */
export interface Chosen {
  machine: string;
  /** An actor's key; null shows the machine without one. */
  actor: string | null;
  /** A state's path that somebody points at. */
  state: string | null;
  view: View;
}

export function useChosen(first: string): [Chosen, (changes: Partial<Chosen>) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = useMemo<Chosen>(
    () => ({
      machine: params.get('machine') ?? first,
      actor: params.get('actor'),
      state: params.get('state'),
      view: VIEWS.find((view) => view === params.get('view')) ?? 'chart',
    }),
    [params, first],
  );
  const choose = useCallback(
    (changes: Partial<Chosen>) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { replace: true });
    },
    [params, setParams],
  );
  return [chosen, choose];
}
