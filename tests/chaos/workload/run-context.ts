import type { TestPerson } from '../../support/people.ts';
import type { HistoryFile } from '../history/history-file.ts';
import type { Random } from '../random.ts';
import type { ChaosTopology } from '../topology/topology.ts';

/** The data from which actions are chosen. */
export interface SharedKnowledge {
  random: Random;
  people: readonly TestPerson[];
  /** Cruds that were answered 200, latest last, a few hundred at most. */
  cruds: { row: string; author: string }[];
  /** Known conversations, by their two members. */
  groups: Map<string, string>;
}

/** The shared state of a run. */
export interface RunContext extends SharedKnowledge {
  topology: ChaosTopology;
  history: HistoryFile;
  /** No new action begins once it is aborted. */
  writing: AbortSignal;
}

const REMEMBERED_CRUDS = 300;

export function rememberCrud(
  run: Pick<SharedKnowledge, 'cruds'>,
  crud: { row: string; author: string },
): void {
  run.cruds.push(crud);
  if (run.cruds.length > REMEMBERED_CRUDS) run.cruds.shift();
}

export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ');
