import type { LogLine, StoreDump } from './records.ts';

/** The dump, indexed for the checks. */
export interface StoreIndex {
  /** The line of a stream at a sequence number. */
  lineAt(stream: string, seq: number): LogLine | undefined;
  /** The lines that added a row to a stream; a line whose row is gone keeps its number. */
  creationsIn(stream: string, row: string): LogLine[];
  /** The lines that deleted a row. */
  deletionsIn(stream: string, row: string): LogLine[];
  /** The lines that removed the text of a message. */
  removalsIn(stream: string, row: string): LogLine[];
  /** The lines that added a row to any stream. */
  creations(row: string): LogLine[];
  /** All lines about a row, in any stream. */
  linesAbout(row: string): LogLine[];
  head(stream: string): number;
  /** Every crud, reply and message that exists or existed. */
  allRows(): string[];
  exists(row: string): boolean;
  isDeleted(row: string): boolean;
  hasOperation(sub: string, operation: string): boolean;
  /** The two members of a message. */
  membersOf(message: string): readonly string[] | undefined;
}

/** Kinds that add a row; `void` is an event that has lost its body. */
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
  const deleted = new Set(store.deleted);
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
    removalsIn: (stream, row) =>
      about(row).filter((line) => line.stream === stream && line.kind === 'message.removed'),
    creationsIn: (stream, row) => madeAnywhere(row).filter((line) => line.stream === stream),
    head: (stream) => heads.get(stream) ?? 0,
    allRows: () => [...living, ...deleted],
    exists: (row) => living.has(row),
    isDeleted: (row) => deleted.has(row),
    hasOperation: (sub, operation) => operations.has(`${sub} ${operation}`),
    membersOf: (message) => members.get(message),
  };
}

/** The items by a key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
