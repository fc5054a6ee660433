import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DrawnChart } from '../charts/layout.ts';

export const VIEWS = ['chart', 'try', 'text'] as const;
export type View = (typeof VIEWS)[number];

/** What the page shows: all of it is in the address, so that a link leads to it. */
export interface PageSelection {
  machine: string;
  /** An actor's key; null shows the machine without one. */
  actor: string | null;
  /** A state's path that somebody points at. */
  state: string | null;
  /** A transition's name that somebody points at. */
  transition: string | null;
  view: View;
}

/** What of all that is chosen, with another machine in its place. */
export const selectMachine = (machine: string) => ({ machine, actor: null, state: null, transition: null });

/**
 * What the address says, as far as there is such a thing: links may be old, or typed by hand.
 * @param charts the first of which is shown where none is named
 */
export function usePageSelection(
  charts: readonly [DrawnChart, ...DrawnChart[]],
): [PageSelection, DrawnChart, (changes: Partial<PageSelection>) => void] {
  const [params, setParams] = useSearchParams();
  const drawn = charts.find(({ chart }) => chart.machine === params.get('machine')) ?? charts[0];
  const chosen = useMemo<PageSelection>(() => {
    const { machine, states, transitions } = drawn.chart;
    const [state, transition] = [params.get('state'), params.get('transition')];
    return {
      machine,
      actor: params.get('actor'),
      state: states.some(({ path }) => path === state) ? state : null,
      transition: transitions.some(({ name }) => name === transition) ? transition : null,
      view: VIEWS.find((view) => view === params.get('view')) ?? 'chart',
    };
  }, [params, drawn]);
  const choose = useCallback(
    (changes: Partial<PageSelection>) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { replace: true });
    },
    [params, setParams],
  );
  return [chosen, drawn, choose];
}
