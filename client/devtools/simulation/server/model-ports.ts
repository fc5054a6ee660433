import { PUBLIC_STREAM, type StreamId } from '../../../../server/src/domain/streams.ts';
import { ORIGIN, type Counts } from '@cruddur/shared';
import type { Clock } from '../../../../server/src/domain/clock.ts';
import type { Ports, RevocationLog, Store, StreamLog } from '../../../../server/src/domain/ports.ts';
import { createVisitorEvents } from '../../../../server/src/domain/sync/visitor-events.ts';
import { createWriteStore } from '../../../../server/src/repositories/store.ts';
import { withUnavailableRefusal } from '../../../../server/src/repositories/store-failures.ts';
import { activityOf, shortUserOf } from '../store/bodies.ts';
import { findMessage, type StoreModel } from '../store/store-model.ts';
import { unmodelled } from '../store/unmodelled.ts';
import type { World } from '../world/world.ts';
import type { StoreAccess } from './store-access.ts';

export interface ModelPortsParts {
  model: StoreModel;
  access: StoreAccess;
  clock: Clock;
  world: World;
}

export interface ModelPorts {
  store: Store;
  log: StreamLog;
  reads: Pick<Ports, 'activities' | 'people' | 'messages' | 'blocks' | 'visitorEvents'>;
  revocationLog: RevocationLog;
  readCounts: (uuids: readonly string[]) => Promise<Counts[]>;
}

/** The ports of the server, as one gateway reaches the store model by them. */
export function createModelPorts({ model, access, clock, world }: ModelPortsParts): ModelPorts {
  const { rows } = model;
  const now = () => clock.now();
  const { read, write } = access;

  const log: StreamLog = {
    readHeads: (streams) => read('heads', () => model.readHeads(streams)),
    readPage: (stream: StreamId, after, limit) =>
      read('log', () => model.readPage(stream, after, limit, now())),
  };
  const store = createWriteStore({
    commits: {
      commitShared: (requests) => write('commit', () => model.commitPlans(requests, now())),
      commitQueued: (requests) => write('commit', () => model.commitPlans(requests, now())),
      async commitAlone(request) {
        if (!('plan' in request)) return write('transaction', () => model.commitWork(request, now()));
        const [result] = await write('commit alone', () => model.commitPlans([request], now()));
        if (result?.is === 'refused') throw result.refusal;
        if (result?.is !== 'written') throw new Error('A commit that waits left a write without a result.');
        return result.written;
      },
    },
    batching: {
      nowMs: () => world.now(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    findEarlierRef: (actor, operation) => read('operation', () => model.findEarlierRef(actor, operation)),
    finishBurns: () => Promise.resolve(),
  });
  const reads = {
    visitorEvents: createVisitorEvents({
      readWindow: () => read('window', () => model.readWindow(now())),
      readHead: () => read('head', () => model.readHeads([PUBLIC_STREAM]).get(PUBLIC_STREAM) ?? ORIGIN),
      clock,
      monotonicMs: () => world.now(),
    }),
    activities: unmodelled<Ports['activities']>(
      'activities',
      withUnavailableRefusal({
        find: (uuid: string, viewer: string | null) =>
          read('crud', () => {
            const row = rows.activities.get(uuid.toLowerCase());
            return row ? activityOf(rows, row, viewer) : null;
          }),
        wasBurned: (uuid: string) => read('burned', () => rows.burned.has(uuid.toLowerCase())),
        readHome: (view: Parameters<Ports['activities']['readHome']>[0]) =>
          read('home', () => model.readHome(view)),
      }),
    ),
    people: unmodelled<Ports['people']>(
      'people',
      withUnavailableRefusal({
        findPerson: (sub: string) =>
          read('person', () => {
            const row = rows.people.get(sub);
            return row ? { ...row, isErased: row.erased_at !== null, suspension: null } : null;
          }),
      }),
    ),
    messages: unmodelled<Ports['messages']>(
      'messages',
      withUnavailableRefusal({
        find: (uuid: string, at: Date) => read('message', () => findMessage(rows, uuid, at)),
        findOtherMembers: (group: string, sub: string) =>
          read('members', () => {
            const members = rows.groups.get(group)?.members;
            if (!members?.includes(sub)) return null;
            return members
              .filter((member) => member !== sub)
              .map((member) => ({ ...shortUserOf(rows, member), sub: member }));
          }),
      }),
    ),
    blocks: unmodelled<Ports['blocks']>('blocks', { isAuthorHidden: () => Promise.resolve(false) }),
  };
  const revocationLog: RevocationLog = {
    add: (revocation) => write('revocation', () => model.addRevocation(revocation, now().getTime())),
    async readSince() {
      await read('revocations', () => undefined);
      return ORIGIN;
    },
    readAfter: ({ seq }) => read('revocations', () => model.revocationsAfter(seq)),
  };
  return {
    store,
    log,
    reads,
    revocationLog,
    readCounts: (uuids) => read('counts', () => model.readCounts(uuids)),
  };
}
