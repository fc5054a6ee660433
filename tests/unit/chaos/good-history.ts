import type { Applied, HistoryRecord, LogLine, StoreDump } from '../../chaos/history/records.ts';

/** A history in which everything is as promised, to be spoilt one thing at a time. */
export interface Story {
  records: HistoryRecord[];
  store: StoreDump;
}

export const ANN = 'ann';
export const BOB = 'bob';
export const EVE = 'eve';
const PEOPLE = [ANN, BOB, EVE];
const WRITES = 20;
const STEP_MS = 100;
const SHOWN_AFTER_MS = 30;

/** Everybody has one tab. Ann and Bob light cruds in turn, and every fourth act is a message from Ann to Bob. */
export function goodStory(): Story {
  const records: HistoryRecord[] = PEOPLE.flatMap((sub) => [
    { type: 'opened', at: 0, tab: `tab of ${sub}`, sub, session: sub, gateway: 'one' },
    { type: 'entered', at: 1, tab: `tab of ${sub}` },
    ...(['public', 'me'] as const).map((stream): HistoryRecord => ({
      ...{ type: 'adopted', at: 1, tab: `tab of ${sub}` },
      ...{ stream, seq: 0, tag: '0', why: 'first' },
    })),
  ]);
  const store: StoreDump = {
    ...{ lines: [], heads: [], operations: [], cruds: [], likes: [], gone: [], messages: [], deadlocks: 0 },
  };
  for (let write = 1; write <= WRITES; write += 1) {
    const act = { id: `operation ${write}`, row: `row ${write}`, at: write * STEP_MS };
    const sub = write % 4 === 0 || write % 2 === 1 ? ANN : BOB;
    store.operations.push({ sub, id: act.id });
    records.push({ ...act, type: 'invoked', kind: write % 4 === 0 ? 'message' : 'crud', sub });
    records.push({ type: 'answered', at: act.at + 20, id: act.id, status: 200 });
    if (write % 4 === 0) say({ records, store }, act);
    else light({ records, store }, act);
  }
  burnFirst({ records, store });
  for (const stream of ['public', ...PEOPLE.map((sub) => `user:${sub}`)]) {
    store.heads.push({ stream, seq: linesOf(store, stream).length, tag: 'last' });
  }
  records.push({ type: 'read', at: (WRITES + 1) * STEP_MS, asked: 10_000, soonest: 20_000 });
  return { records, store };
}

/** Ann burns her first crud: its line keeps its place, and another one says that it is gone. */
function burnFirst(story: Story): void {
  const { records, store } = story;
  const [line] = store.lines;
  const row = store.cruds.pop() ?? '';
  if (line) line.kind = 'void';
  store.gone.push(row);
  const at = (WRITES + 1) * STEP_MS;
  records.push({ type: 'invoked', at, id: 'operation 0', kind: 'burn', sub: ANN, row });
  tell(story, { row, at, stream: 'public', kind: 'activity.deleted' });
  records.push({ type: 'answered', at: at + SHOWN_AFTER_MS, id: 'operation 0', status: 200 });
}

interface Made {
  row: string;
  at: number;
}

function light(story: Story, act: Made): void {
  story.store.cruds.unshift(act.row);
  tell(story, { ...act, stream: 'public', kind: 'activity.created' });
}

function say(story: Story, act: Made): void {
  const { messages } = story.store;
  messages.push({ row: act.row, group: 'ann and bob', members: [ANN, BOB], pos: messages.length + 1 });
  for (const sub of [ANN, BOB]) tell(story, { ...act, stream: `user:${sub}`, kind: 'message.created' });
}

function tell(
  { records, store }: Story,
  { row, at, stream, kind }: Made & { stream: string; kind: string },
): void {
  const seq = linesOf(store, stream).length + 1;
  const line: LogLine = { stream, seq, tag: `${stream} ${seq}`, kind, ref: row };
  store.lines.push(line);
  for (const sub of PEOPLE) {
    if (stream !== 'public' && stream !== `user:${sub}`) continue;
    records.push(shownAt(at + SHOWN_AFTER_MS, sub, line));
  }
}

export function shownAt(at: number, sub: string, { stream, seq, tag, kind, ref }: LogLine): Applied {
  const name = stream === 'public' ? 'public' : 'me';
  return { type: 'applied', at, tab: `tab of ${sub}`, stream: name, seq, tag, kind, ref };
}

export const linesOf = (store: StoreDump, stream: string): LogLine[] =>
  store.lines.filter((line) => line.stream === stream);

/** What one tab showed of one stream, in order. */
export function shownBy({ records }: Story, sub: string, stream: 'public' | 'me'): Applied[] {
  return records.filter(
    (record): record is Applied =>
      record.type === 'applied' && record.tab === `tab of ${sub}` && record.stream === stream,
  );
}
