import type { Actors } from './reduce-actors.ts';

/** What the page says of itself. @param file the trace that is shown instead of what happens now */
export function formatHeadline(actors: Actors, ownTab: string, file: string | null): string {
  if (file !== null) return `Replaying ${file}`;
  const machines = [...actors.values()].filter(({ kind, ended }) => kind === 'machine' && ended === null);
  const leads = machines.some(
    (one) =>
      one.kind === 'machine' && one.tab === ownTab && one.states.some((state) => state.endsWith('leading')),
  );
  return `Live, ${machines.length === 1 ? '1 actor' : `${machines.length} actors`}${leads ? ', this tab leads' : ''}`;
}
