import type { LogLine, StoreDump } from '../history/records.ts';
import { groupBy } from './group-by.ts';

/** The dump by what is asked of it. */
export interface StoreIndex {
  /** The line of a stream at a number. */
  lineAt(stream: string, seq: number): LogLine | undefined;
  /** The lines that brought a row to a stream; a line whose thing is gone keeps its place. */
  creationsIn(stream: string, row: string): LogLine[];
  /** The lines that say that a row is gone. */
  deletionsIn(stream: string, row: string): LogLine[];
  /** Those that brought it, whatever the stream. */
  creations(row: string): LogLine[];
  /** All lines about a row, whatever the stream. */
  linesAbout(row: string): LogLine[];
  head(stream: string): number;
  /** Every crud, reply and message that lives or lived. */
  allRows(): string[];
  exists(row: string): boolean;
  isDeleted(row: string): boolean;
  hasOperation(sub: string, operation: string): boolean;
  /** The two people of a message. */
  membersOf(message: string): readonly string[] | undefined;
}

/** Kinds that bring a row; `void` is what is left of one. */
const CREATING_KINDS = new Set([
  'activity.created',
  'reply.created',
  'message.created',
  'notification.created',
  'void',
]);

export function indexStore(store: StoreDump): StoreIndex {
  const lines = new Map(store.lines.map((line) => [`${line.stream} ${line.seq}`, line]));
  const byRow = groupBy(store.lines, (line) => line.ref ?? '');
  const heads = new Map(store.heads.map(({ stream, seq }) => [stream, seq]));
  const living = new Set([...store.cruds, ...store.messages.map(({ row }) => row)]);
  const gone = new Set(store.gone);
  const operations = new Set(store.operations.map(({ sub, id }) => `${sub} ${id}`));
  const members = new Map(store.messages.map((message) => [message.row, message.members]));
  const about = (row: string) => byRow.get(row) ?? [];
  const madeAnywhere = (row: string) => about(row).filter(({ kind }) => CREATING_KINDS.has(kind));
  return {
    linesAbout: about,
    lineAt: (stream, seq) => lines.get(`${stream} ${seq}`),
    creations: madeAnywhere,
    deletionsIn: (stream, row) =>
      about(row).filter((line) => line.stream === stream && line.kind === 'activity.deleted'),
    creationsIn: (stream, row) => madeAnywhere(row).filter((line) => line.stream === stream),
    head: (stream) => heads.get(stream) ?? 0,
    allRows: () => [...living, ...gone],
    exists: (row) => living.has(row),
    isDeleted: (row) => gone.has(row),
    hasOperation: (sub, operation) => operations.has(`${sub} ${operation}`),
    membersOf: (message) => members.get(message),
  };
}
