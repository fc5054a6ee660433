import { REMOVED_MESSAGE } from '@cruddur/shared';
import type { EventApplied, HistoryRecord, LogLine, StoreDump } from '../../chaos/history/records.ts';

/** A valid history, to be broken in one respect by each test. */
export interface HistoryFixture {
  records: HistoryRecord[];
  store: StoreDump;
}

export const ANN = 'ann';
export const BOB = 'bob';
export const EVE = 'eve';
const PEOPLE = [ANN, BOB, EVE];
/** The conversation of Ann and Bob. */
const GROUP = 'ann and bob';
const HOUR_MS = 3_600_000;
const WRITES = 20;
const STEP_MS = 100;
const SHOWN_AFTER_MS = 30;

/**
 * Each user has one tab. Ann and Bob post cruds in turn, and every fourth action is a message from Ann to Bob. Before the last one Bob
 * lets messages last an hour. At the end Ann burns her first crud and unsends her first message, Bob blocks Eve for a moment, and Ann
 * mutes Eve.
 */
export function createValidHistory(): HistoryFixture {
  const records: HistoryRecord[] = PEOPLE.flatMap((sub) => [
    { type: 'opened', at: 0, tab: `tab of ${sub}`, sub, session: sub, gateway: 'one' },
    { type: 'connected', at: 1, tab: `tab of ${sub}` },
    ...(['public', 'me'] as const).map((stream): HistoryRecord => ({
      type: 'snapshot',
      at: 1,
      tab: `tab of ${sub}`,
      stream,
      seq: 0,
      tag: '0',
      why: 'first',
    })),
  ]);
  const store: StoreDump = {
    lines: [],
    heads: [],
    operations: [],
    cruds: [],
    likes: [],
    deleted: [],
    messages: [],
    relations: [],
    deadlocks: 0,
  };
  for (let write = 1; write <= WRITES; write += 1) {
    const action = { id: `operation ${write}`, row: `row ${write}`, at: write * STEP_MS };
    const sub = write % 4 === 0 || write % 2 === 1 ? ANN : BOB;
    store.operations.push({ sub, id: action.id });
    if (write === WRITES) changeLifetime({ records, store }, action.at - STEP_MS / 2);
    records.push({
      ...action,
      type: 'invoked',
      sub,
      ...(write % 4 === 0 ? { kind: 'message', detail: BOB } : { kind: 'crud' }),
    });
    records.push({ type: 'answered', at: action.at + 20, id: action.id, status: 200 });
    if (write % 4 === 0) addMessage({ records, store }, action);
    else addCrud({ records, store }, action);
  }
  burnFirstCrud({ records, store });
  const at = (WRITES + 1) * STEP_MS + SHOWN_AFTER_MS;
  unsendFirstMessage({ records, store }, at);
  changeRelation({ records, store }, { kind: 'block', sub: BOB, other: EVE, at: at + 10 });
  changeRelation({ records, store }, { kind: 'unblock', sub: BOB, other: EVE, at: at + 30 });
  changeRelation({ records, store }, { kind: 'mute', sub: ANN, other: EVE, at: at + 40 });
  store.relations.push({ kind: 'mute', owner: ANN, other: EVE });
  for (const stream of ['public', ...PEOPLE.map((sub) => `user:${sub}`)]) {
    store.heads.push({ stream, seq: listStreamLines(store, stream).length, tag: 'last' });
  }
  records.push({ type: 'read', at: (WRITES + 1) * STEP_MS, requestedAt: 10_000, soonest: 20_000 });
  return { records, store };
}

/** Ann burns her first crud: its line keeps its number, and another line deletes it. */
function burnFirstCrud(history: HistoryFixture): void {
  const { records, store } = history;
  const [line] = store.lines;
  const row = store.cruds.pop() ?? '';
  if (line) line.kind = 'void';
  store.deleted.push(row);
  const at = (WRITES + 1) * STEP_MS;
  records.push({ type: 'invoked', at, id: 'operation 0', kind: 'burn', sub: ANN, row });
  appendLine(history, { row, at, stream: 'public', kind: 'activity.deleted' });
  records.push({ type: 'answered', at: at + SHOWN_AFTER_MS, id: 'operation 0', status: 200 });
}

/** Ann unsends her first message, of which the row stays. */
function unsendFirstMessage(history: HistoryFixture, at: number): void {
  const [message] = history.store.messages;
  if (!message) return;
  message.text = REMOVED_MESSAGE;
  const { row } = message;
  history.records.push({ type: 'invoked', at, id: `unsend ${row}`, kind: 'unsend', sub: ANN, row });
  for (const sub of [ANN, BOB])
    appendLine(history, { row, at, stream: `user:${sub}`, kind: 'message.removed' });
  history.records.push({ type: 'answered', at: at + 5, id: `unsend ${row}`, status: 200 });
}

/** Bob lets the messages of his conversation with Ann last an hour. */
function changeLifetime(history: HistoryFixture, at: number): void {
  const change = { id: 'lifetime', kind: 'lifetime', sub: BOB, row: GROUP, detail: '1-hour' } as const;
  history.records.push({ type: 'invoked', at, ...change });
  for (const sub of [ANN, BOB])
    appendLine(history, { row: GROUP, at, stream: `user:${sub}`, kind: 'lifetime.changed' });
  history.records.push({ type: 'answered', at: at + 5, id: 'lifetime', status: 200 });
}

interface RelationChange {
  kind: 'block' | 'unblock' | 'mute';
  sub: string;
  other: string;
  at: number;
}

function changeRelation(history: HistoryFixture, { kind, sub, other, at }: RelationChange): void {
  const id = `${kind} ${other} by ${sub}`;
  history.records.push({ type: 'invoked', at, id, kind, sub, row: other, detail: other });
  const isMute = kind === 'mute';
  appendLine(history, {
    row: isMute ? id : other,
    at,
    stream: `user:${sub}`,
    kind: isMute ? 'mute.changed' : 'block.changed',
  });
  if (!isMute) appendLine(history, { row: sub, at, stream: `user:${other}`, kind: 'block.changed' });
  history.records.push({ type: 'answered', at: at + 5, id, status: 200 });
}

interface CreatedRow {
  row: string;
  at: number;
}

function addCrud(history: HistoryFixture, action: CreatedRow): void {
  history.store.cruds.unshift(action.row);
  appendLine(history, { ...action, stream: 'public', kind: 'activity.created' });
}

function addMessage(history: HistoryFixture, action: CreatedRow): void {
  const { messages } = history.store;
  messages.push({
    row: action.row,
    group: GROUP,
    members: [ANN, BOB],
    pos: messages.length + 1,
    text: action.row,
    lastsMs: action.at === WRITES * STEP_MS ? HOUR_MS : null,
  });
  for (const sub of [ANN, BOB])
    appendLine(history, { ...action, stream: `user:${sub}`, kind: 'message.created' });
}

function appendLine(
  { records, store }: HistoryFixture,
  { row, at, stream, kind }: CreatedRow & { stream: string; kind: string },
): void {
  const seq = listStreamLines(store, stream).length + 1;
  const line: LogLine = { stream, seq, tag: `${stream} ${seq}`, kind, ref: row };
  store.lines.push(line);
  for (const sub of PEOPLE) {
    if (stream !== 'public' && stream !== `user:${sub}`) continue;
    records.push(createAppliedRecord(at + SHOWN_AFTER_MS, sub, line));
  }
}

export function createAppliedRecord(
  at: number,
  sub: string,
  { stream, seq, tag, kind, ref }: LogLine,
): EventApplied {
  const name = stream === 'public' ? 'public' : 'me';
  return { type: 'applied', at, tab: `tab of ${sub}`, stream: name, seq, tag, kind, ref };
}

export const listStreamLines = (store: StoreDump, stream: string): LogLine[] =>
  store.lines.filter((line) => line.stream === stream);

/** The steps of one tab in one stream, in order. */
export function listAppliedRecords(
  { records }: HistoryFixture,
  sub: string,
  stream: 'public' | 'me',
): EventApplied[] {
  return records.filter(
    (record): record is EventApplied =>
      record.type === 'applied' && record.tab === `tab of ${sub}` && record.stream === stream,
  );
}
