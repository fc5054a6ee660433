/**
 * Who asks for a connection. `vital`: what keeps the gateway trustworthy, as revocations, stream heads and the health check.
 * `write`: the batch writer; one connection beside the reserved ones stays free of it. `read`: everything else.
 */
export type Lane = 'vital' | 'write' | 'read';

export interface GateOptions {
  /** How many connections there are. */
  size: number;
  /** How many of them only the vital lane may use. */
  reserved: number;
  /** How many may wait in the read lane; the others are limited by who uses them. */
  waitingMax: number;
  /** How long one may wait, in milliseconds. */
  waitMs: number;
}

export interface GateState {
  busy: number;
  waiting: number;
  /** How many were turned away since the start. */
  refused: number;
}

export interface ConnectionGate {
  /** Waits for a connection to be free. @returns gives it back, once @throws StoreBusy */
  acquire(lane: Lane): Promise<() => void>;
  readState(): GateState;
  /** @param hear is called at the end of each wait, also of one in vain, with its milliseconds */
  onAcquired(hear: AcquireListener): void;
}

export type AcquireListener = (lane: Lane, waitedMs: number) => void;

/** Carries PostgreSQL's own code for too many connections, so it is handled as a store that cannot answer now. */
export class StoreBusy extends Error {
  readonly code = '53300';

  constructor() {
    super('too many wait for a connection to the store');
    this.name = 'StoreBusy';
  }
}

interface Waiting {
  admit: () => void;
}

/**
 * Decides who gets the next free connection of a pool: the vital lane first, then reads and writes in turn, so that neither
 * a storm of reads nor one of writes starves the other.
 */
export function createConnectionGate({ size, reserved, waitingMax, waitMs }: GateOptions): ConnectionGate {
  const queues: Record<Lane, Set<Waiting>> = { vital: new Set(), write: new Set(), read: new Set() };
  // A write may wait for a row; reads go on meanwhile on the connection that is left.
  const writesMax = Math.max(1, size - reserved - 1);
  let busy = 0;
  let writing = 0;
  let refused = 0;
  let served: Lane = 'read';
  let onWaitEnd: AcquireListener = () => undefined;

  function isOpenTo(lane: Lane): boolean {
    if (lane === 'write' && writing >= writesMax) return false;
    return busy < (lane === 'vital' ? size : size - reserved);
  }

  function nextLane(): Lane | undefined {
    const order: readonly Lane[] =
      served === 'write' ? ['vital', 'read', 'write'] : ['vital', 'write', 'read'];
    return order.find((lane) => queues[lane].size > 0 && isOpenTo(lane));
  }

  function admitNext(): void {
    for (let lane = nextLane(); lane; lane = nextLane()) {
      const [next] = queues[lane];
      if (!next) return;
      queues[lane].delete(next);
      occupy(lane);
      next.admit();
    }
  }

  function occupy(lane: Lane): void {
    busy += 1;
    if (lane === 'write') writing += 1;
    if (lane !== 'vital') served = lane;
  }

  function createRelease(lane: Lane): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      busy -= 1;
      if (lane === 'write') writing -= 1;
      admitNext();
    };
  }

  function waitForTurn(lane: Lane): Promise<() => void> {
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => {
        queues[lane].delete(waiting);
        refused += 1;
        onWaitEnd(lane, performance.now() - since);
        reject(new StoreBusy());
      }, waitMs);
      const waiting: Waiting = {
        admit() {
          clearTimeout(tooLong);
          onWaitEnd(lane, performance.now() - since);
          resolve(createRelease(lane));
        },
      };
      queues[lane].add(waiting);
    });
  }

  return {
    async acquire(lane) {
      // Nobody overtakes who waits in the same lane: a free connection is handed over at once, so then nobody waits.
      if (queues[lane].size === 0 && isOpenTo(lane)) {
        occupy(lane);
        onWaitEnd(lane, 0);
        return createRelease(lane);
      }
      if (lane === 'read' && queues.read.size >= waitingMax) {
        refused += 1;
        throw new StoreBusy();
      }
      return waitForTurn(lane);
    },
    onAcquired: (hear) => void (onWaitEnd = hear),
    readState: () => ({
      busy,
      waiting: Object.values(queues).reduce((sum, queue) => sum + queue.size, 0),
      refused,
    }),
  };
}
