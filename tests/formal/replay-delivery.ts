import { ORIGIN, parseCursor, type Cursor } from '@cruddur/shared';
import { createRandom } from '../chaos/random.ts';
import { addPerson, type Rows } from '../simulation/store/rows.ts';
import { createStoreModel } from '../simulation/store/store-model.ts';
import { PUBLIC_STREAM, type Envelope } from '../../server/src/domain/streams.ts';
import type { Variant } from './itf.ts';
import { createGateway, type ReplayGateway } from './replay-gateway.ts';
import { createReplayTab, type PageState, type ReplayTab, type WireFrame } from './replay-tab.ts';
import { settle, type Replay } from './replay-trace.ts';

interface Position {
  seq: number;
  tag: number;
}
interface ModelEvent {
  at: Position;
}
interface ModelPage {
  at: Position;
  items: number[];
}
interface ModelTab {
  joined: boolean;
  wire: Variant<WireFrame['is'], ModelEvent[] | Position>[];
  cursor: Position;
  applied: ModelEvent[];
  asked: Position;
  reply: Variant<'Pending' | 'Found' | 'Unknown', ModelEvent[] | Position>;
  page: ModelPage;
  fetched: ModelPage;
}
/** A state of delivery.qnt. */
export interface DeliveryState {
  last: { name: string; tab: number; tag: number; isRepeated: boolean; number: number };
  store: { log: ModelEvent[] };
  reader: { position: Position; floor: Position; memory: ModelEvent[] };
  tabs: Record<string, ModelTab>;
}

const AUTHOR = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a01';
const NOW = new Date('2026-01-01T00:00:00.000Z');
const TABS = ['1', '2'];

/** Store model, gateway and tabs, moved by the steps of delivery.qnt. */
export async function createDeliveryReplay(): Promise<Replay<DeliveryState>> {
  const store = createStoreModel(createRandom(1));
  addPerson(store.rows, { sub: AUTHOR, handle: 'ada', display_name: 'Ada' });
  /** By the model's tag. */
  const envelopes = new Map<number, Envelope>();
  const cursors = new Map<number, Cursor>([[0, ORIGIN]]);
  const numbers = new Map<string, number>([[ORIGIN.tag, 0]]);
  let gateway = await createGateway(store, NOW);
  const tabs = new Map(TABS.map((name) => [name, createReplayTab(NOW)]));

  const tabOf = (name: number | string): ReplayTab => {
    const tab = tabs.get(String(name));
    if (!tab) throw new Error(`no tab ${name}`);
    return tab;
  };

  function commit(): void {
    const number = envelopes.size + 1;
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const plan = {
      ...({ is: 'crud', uuid, author: AUTHOR, message: String(number) } as const),
      ...{ hashtags: [], mentions: [], created_at: NOW, expires_at: null, reply_to: null },
    };
    const [result] = store.commitPlans([{ plan, operation: null }], NOW);
    const envelope = result?.is === 'written' ? result.written.envelopes[0] : undefined;
    if (!envelope) throw new Error('the crud was not written');
    envelopes.set(number, envelope);
    cursors.set(number, { seq: envelope.event.seq, tag: envelope.event.tag });
    numbers.set(envelope.event.tag, number);
  }

  function killGateway(): Promise<ReplayGateway> {
    for (const tab of tabs.values()) tab.disconnect();
    gateway.stop();
    return createGateway(store, NOW);
  }

  async function carryOut({ last }: DeliveryState): Promise<void> {
    for (const tab of tabs.values()) tab.startStep();
    switch (last.name) {
      case 'commit':
        commit();
        break;
      case 'restoreStore':
        restoreLog(store.rows, last.number);
        break;
      case 'receiveEnvelope':
        gateway.receiveEnvelope(envelopes.get(last.tag));
        break;
      case 'readHeads':
        await gateway.readers.refreshHeads();
        break;
      case 'killGateway':
        gateway = await killGateway();
        break;
      case 'connect':
        tabOf(last.tab).connect(gateway.parts);
        break;
      case 'cutConnection':
        tabOf(last.tab).disconnect();
        break;
      case 'sendHead':
        tabOf(last.tab).sendHead();
        break;
      case 'answerSync':
        await tabOf(last.tab).answerSync(gateway.readers);
        break;
      case 'receiveFrame':
        tabOf(last.tab).receiveFrame();
        break;
      case 'loseFrame':
        tabOf(last.tab).loseFrame();
        break;
      case 'receiveReply':
        tabOf(last.tab).receiveReply();
        break;
      case 'failSync':
        tabOf(last.tab).failSync();
        break;
      case 'fetchPage':
        tabOf(last.tab).fetchPage(store.readHome({ viewer: null, now: NOW, before: null, limit: 50 }));
        break;
      case 'receivePage':
        tabOf(last.tab).receivePage();
        break;
      default:
        throw new Error(`no step ${last.name}`);
    }
    await settle();
    gateway.flush();
  }

  /** The model's tag in place of the store's. */
  const toPosition = ({ seq, tag }: Cursor): Position => ({ seq, tag: numbers.get(tag) ?? -1 });
  const toPositions = (list: readonly Cursor[]) => list.map(toPosition);
  const toKnown = (cursor: Cursor | null): Position => (cursor ? toPosition(cursor) : { seq: -1, tag: -1 });

  function observeTab(tab: ReplayTab) {
    const reply = tab.reply();
    return {
      joined: tab.isJoined(),
      wire: tab
        .wire()
        .map((frame) =>
          frame.is === 'Events' ? [frame.is, toPositions(frame.events)] : [frame.is, toPosition(frame.at)],
        ),
      cursor: toKnown(tab.cursor()),
      applied: toPositions(tab.applied()),
      asked: toKnown(tab.asked()),
      reply: reply && (reply.ok ? toPositions(reply.events) : toKnown(parseCursor(reply.head ?? ''))),
      page: observePage(tab.page()),
      fetched: observePage(tab.fetched()),
    };
  }
  const observePage = (page: PageState | null) => ({
    at: toKnown(page?.at ?? null),
    // The newest is first on the screen and last in the model.
    items: (page?.texts ?? []).map(Number).toReversed(),
  });

  return {
    carryOut,
    observe(state) {
      const { reader } = gateway.parts;
      const floor = cursors.get(state.reader.floor.tag) ?? ORIGIN;
      return {
        log: toPositions(store.rows.log.get(PUBLIC_STREAM) ?? []),
        position: toKnown(reader.position() ?? null),
        memory: toPositions(reader.eventsAfter(floor) ?? []),
        tabs: TABS.map((name) => observeTab(tabOf(name))),
      };
    },
    expect: ({ store: { log }, reader, tabs: modelTabs }) => ({
      log: log.map(({ at }) => at),
      position: reader.position,
      memory: reader.memory.map(({ at }) => at),
      tabs: TABS.map((name) => toExpectedTab(modelTabs[name])),
    }),
    stop() {
      for (const tab of tabs.values()) tab.disconnect();
      gateway.stop();
    },
  };
}

/** The state at an earlier position, as after the restore of a backup. */
function restoreLog(rows: Rows, kept: number): void {
  const lines = rows.log.get(PUBLIC_STREAM)?.slice(0, kept) ?? [];
  rows.log.set(PUBLIC_STREAM, lines);
  const last = lines.at(-1);
  rows.heads.set(PUBLIC_STREAM, last ? { seq: last.seq, tag: last.tag } : ORIGIN);
  for (const { uuid, pos } of rows.activities.values()) if (pos > kept) rows.activities.delete(uuid);
}

const toPositionsOf = (value: ModelEvent[] | Position) =>
  Array.isArray(value) ? value.map(({ at }) => at) : value;

function toExpectedTab(tab: ModelTab | undefined) {
  if (!tab) throw new Error('the model has no such tab');
  return {
    joined: tab.joined,
    wire: tab.wire.map(({ tag, value }) => [tag, toPositionsOf(value)]),
    cursor: tab.cursor,
    applied: tab.applied.map(({ at }) => at),
    asked: tab.asked,
    reply: tab.reply.tag === 'Pending' ? null : toPositionsOf(tab.reply.value),
    page: tab.page,
    fetched: tab.fetched,
  };
}
