import type { TestPerson } from '../../../support/people.ts';
import type { HistoryFile } from '../history/history-file.ts';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { ChaosTopology } from '../topology/topology.ts';

/** The data from which actions are chosen. */
export interface SharedKnowledge {
  random: Random;
  people: readonly TestPerson[];
  /** Cruds that were answered 200, latest last, a few hundred at most. */
  cruds: { row: string; author: string }[];
  /** Messages that were answered 200 and not unsent, a few hundred at most. */
  messages: { row: string; author: string }[];
  /** Known conversations, by `pairKey` of their two members. */
  groups: Map<string, string>;
}

/** The shared state of a run. */
export interface RunContext extends SharedKnowledge {
  topology: ChaosTopology;
  history: HistoryFile;
  /** No new action begins once it is aborted. */
  writing: AbortSignal;
}

const REMEMBERED = 300;

export function remember<T>(known: T[], item: T): void {
  known.push(item);
  if (known.length > REMEMBERED) known.shift();
}
