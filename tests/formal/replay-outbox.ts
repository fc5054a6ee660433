import { createRandom } from '../chaos/random.ts';
import { createOutboxTable } from '../simulation/client/outbox-storage.ts';
import { activityOf } from '../simulation/store/bodies.ts';
import { addPerson } from '../simulation/store/rows.ts';
import { createStoreModel } from '../simulation/store/store-model.ts';
import { rowIdOf } from '@cruddur/shared';
import type { ApiResponse, Call } from '../../client/src/api/http-client.ts';
import { createOutbox, type Outbox } from '../../client/src/outbox/outbox.ts';
import { sendOnce } from '../../client/src/outbox/send-once.ts';
import type { Timers } from '../../client/src/runtime/runtime.ts';
import { PUBLIC_STREAM } from '../../server/src/domain/streams.ts';
import { settle, type Replay } from './replay-trace.ts';

/** A state of outbox.qnt. */
export interface OutboxState {
  last: { name: string; operation: number; isRepeated: boolean };
  outbox: { waiting: number[]; attempt: number; accepted: number[] };
  store: { log: number[]; done: number[] };
}

interface Attempt {
  operation: number;
  answer: (response: ApiResponse<unknown>) => void;
  fail: (error: Error) => void;
}

const AUTHOR = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a01';
const NOW = new Date('2026-01-01T00:00:00.000Z');
const silent = () => undefined;
const operationIdOf = (operation: number) => `operation-${operation}`;
const numberOf = (operationId: string) => Number(operationId.slice('operation-'.length));

/** The first attempt starts at once; the end of each other wait is a step of the model. */
const timers: Timers = {
  after(ms, run) {
    if (ms > 0) return silent;
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  },
  every: () => silent,
};

/** The outbox of a tab on a stored table, and the store model, moved by the steps of outbox.qnt. */
export function createOutboxReplay(): Promise<Replay<OutboxState>> {
  const store = createStoreModel(createRandom(1));
  addPerson(store.rows, { sub: AUTHOR, handle: 'ada', display_name: 'Ada' });
  const table = createOutboxTable();
  const accepted = new Set<number>();
  const rows = new Map<string, number>();
  let attempt: Attempt | null = null;
  let outbox = openOutbox();
  let written = 0;

  function openOutbox(): Outbox {
    let isOpen = true;
    const call = ((_name: string, { operationId, signal }: { operationId: string; signal: AbortSignal }) =>
      new Promise((answer, fail) => {
        attempt = { operation: numberOf(operationId), answer, fail };
        signal.addEventListener('abort', () => fail(new Error('aborted')));
      })) as unknown as Call;
    const opened = createOutbox({
      runtime: { now: () => NOW.getTime(), timers },
      store: () => ({ ...table, isReachable: () => true }),
      // A crashed tab sends no more, so at most one tab sends.
      locks: undefined,
      channel: () => ({ postMessage: silent, close: silent, addEventListener: silent }),
      now: () => NOW.getTime(),
      attempt: (item, stopped) => sendOnce({ call, timers }, item, stopped),
      burn: () => Promise.resolve(),
      onAccepted: ({ operationId }) => {
        if (isOpen) accepted.add(numberOf(operationId));
      },
    });
    opened.setUser(AUTHOR);
    return {
      ...opened,
      setUser(sub) {
        isOpen = sub !== null;
        opened.setUser(sub);
      },
    };
  }

  function takeAttempt(): Attempt {
    const taken = attempt;
    attempt = null;
    if (!taken) throw new Error('no attempt is in progress');
    return taken;
  }

  /** The server's answer comes by a later step. */
  function commit(operation: number): void {
    const id = operationIdOf(operation);
    const uuid = rowIdOf(AUTHOR, id);
    rows.set(uuid, operation);
    const plan = {
      ...({ is: 'crud', uuid, author: AUTHOR, message: id } as const),
      ...{ hashtags: [], mentions: [], created_at: NOW, expires_at: null, reply_to: null },
    };
    store.commitPlans([{ plan, operation: { actor: AUTHOR, operation: { id, fingerprint: id } } }], NOW);
  }

  async function carryOut({ last }: OutboxState): Promise<void> {
    switch (last.name) {
      case 'write':
        written += 1;
        await outbox.add(
          { kind: 'crud', message: operationIdOf(written), ttl: '7-days', user_handle: 'ada' },
          operationIdOf(written),
        );
        break;
      case 'failAttempt':
        takeAttempt().fail(new Error('no answer'));
        break;
      case 'retry':
        outbox.retryNow();
        break;
      case 'crashSender':
        attempt = null;
        outbox.setUser(null);
        outbox = openOutbox();
        break;
      case 'carryOut':
        commit(last.operation);
        break;
      case 'receiveAnswer': {
        const { operation, answer } = takeAttempt();
        const row = store.rows.activities.get(rowIdOf(AUTHOR, operationIdOf(operation)));
        if (!row) throw new Error('the server has not carried it out');
        answer({ data: activityOf(store.rows, row, AUTHOR), cursors: null, next: null });
        break;
      }
      default:
        throw new Error(`no step ${last.name}`);
    }
    await settle();
  }

  const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other);

  return Promise.resolve({
    carryOut,
    observe: () => ({
      waiting: outbox.getSnapshot().map(({ operationId }) => numberOf(operationId)),
      attempt: attempt?.operation ?? 0,
      accepted: sorted(accepted),
      log: (store.rows.log.get(PUBLIC_STREAM) ?? []).map(({ ref }) => rows.get(ref)),
      done: sorted([...store.rows.operations.keys()].map((key) => numberOf(key.split(' ')[1] ?? ''))),
    }),
    expect: ({ outbox: { waiting, attempt: sent, accepted: answered }, store: { log, done } }) => ({
      waiting,
      attempt: sent,
      accepted: sorted(answered),
      log,
      done: sorted(done),
    }),
    stop: () => outbox.setUser(null),
  });
}
