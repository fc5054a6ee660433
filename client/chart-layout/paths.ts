import type { Chart, ChartState } from '../src/devtools/charts/chart.ts';

/** Whether a state stands inside another one, at any depth. */
export const isInside = (path: string, state: string): boolean =>
  path !== state && (state === '' || path.startsWith(`${state}.`));

export const isInsideOrSame = (path: string, state: string): boolean =>
  path === state || isInside(path, state);

export const childrenOf = ({ states }: Chart, path: string): ChartState[] =>
  states.filter(({ parent }) => parent === path);

export const isComposite = ({ kind }: ChartState): boolean => kind === 'compound' || kind === 'parallel';

/** Whether no transition leads over a state's border, so that its inside can be laid out by itself. */
export function isSelfContained({ transitions }: Chart, path: string): boolean {
  return transitions.every(({ source, targets }) =>
    targets.every(
      (target) =>
        (!isInside(source, path) || isInsideOrSame(target, path)) &&
        (!isInside(target, path) || isInsideOrSame(source, path)),
    ),
  );
}

/** A state with all inside, as a chart of its own. */
export function subChart(chart: Chart, path: string): Chart {
  return {
    machine: chart.machine,
    states: chart.states
      .filter((state) => isInsideOrSame(state.path, path))
      .map((state) => (state.path === path ? { ...state, parent: null } : state)),
    transitions: chart.transitions.filter(
      ({ source, targets }) =>
        isInsideOrSame(source, path) &&
        // One from it to itself is drawn around it.
        targets.every((target) => isInside(target, path) || (target === path && source !== path)),
    ),
  };
}
