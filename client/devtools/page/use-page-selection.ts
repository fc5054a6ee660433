import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DrawnChart } from '../charts/layout.ts';

export const VIEWS = ['chart', 'try', 'text', 'lanes', 'simulate'] as const;
export type View = (typeof VIEWS)[number];

/** The machine, state, actor and view on the page. All of it is in the URL, so that a link leads to it. */
export interface PageSelection {
  machine: string;
  /** The key of an actor; null for none. */
  actor: string | null;
  /** The path of the chosen state. */
  state: string | null;
  /** The name of the chosen transition. */
  transition: string | null;
  view: View;
}

/** The changes that select another machine. */
export const selectMachine = (machine: string) => ({ machine, actor: null, state: null, transition: null });

/**
 * Reads the selection from the URL; unknown values, as of an old link, count as absent.
 * @param charts the first is shown when the URL names none
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
