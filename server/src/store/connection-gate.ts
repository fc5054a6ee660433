/**
 * The purpose of a connection. `vital`: revocations, stream heads and the health check. `write`: the batch writer, which leaves
 * one connection beside the reserved ones to reads. `read`: everything else.
 */
export type Purpose = 'vital' | 'write' | 'read';

export interface GateOptions {
  /** The number of connections. */
  size: number;
  /** How many of them are reserved for `vital`. */
  reserved: number;
  /** How many may wait for `read`; users of the others bound themselves. */
  waitingMax: number;
  /** The longest wait, in milliseconds. */
  waitMs: number;
}

export interface GateState {
  busy: number;
  waiting: number;
  /** How many were refused since the start. */
  refused: number;
}

export interface PauseState {
  isPaused: boolean;
  /** How long the time limits have been suspended since the start, in milliseconds. */
  totalMs: number;
}

export interface ConnectionGate {
  /** Waits for a free connection. @returns releases it; repeating it does nothing. @throws StoreBusy */
  acquire(purpose: Purpose): Promise<() => void>;
  /** Waits have no time limit until the returned function is called, and then the whole one. Not nested. */
  suspendTimeLimits(): () => void;
  readPause(): PauseState;
  readState(): GateState;
  /** @param listener called with the milliseconds of each wait, also of one that ends with StoreBusy */
  onAcquired(listener: AcquireListener): void;
}

export type AcquireListener = (purpose: Purpose, waitedMs: number) => void;

/** Has PostgreSQL's code for too many connections, so it is handled as an unavailable store. */
export class StoreBusy extends Error {
  readonly code = '53300';

  constructor() {
    super('too many requests wait for a connection to the store');
    this.name = 'StoreBusy';
  }
}

interface Waiting {
  admit: () => void;
  startTimeLimit: () => void;
  stopTimeLimit: () => void;
}

/**
 * Gives free connections of a pool by purpose: `vital` first, then reads and writes alternately, so that neither starves the
 * other under load.
 */
export function createConnectionGate({ size, reserved, waitingMax, waitMs }: GateOptions): ConnectionGate {
  const queues: Record<Purpose, Set<Waiting>> = { vital: new Set(), write: new Set(), read: new Set() };
  // Writes may wait for a row lock; the remaining connection serves reads meanwhile.
  const writesMax = Math.max(1, size - reserved - 1);
  let busy = 0;
  let writing = 0;
  let refused = 0;
  let lastServed: Purpose = 'read';
  let pausedSince: number | undefined;
  let pausedMs = 0;
  let onWaitEnd: AcquireListener = () => undefined;

  function isOpenTo(purpose: Purpose): boolean {
    if (purpose === 'write' && writing >= writesMax) return false;
    return busy < (purpose === 'vital' ? size : size - reserved);
  }

  const listWaiting = () => Object.values(queues).flatMap((queue) => [...queue]);
  const pausedForMs = () => (pausedSince === undefined ? 0 : performance.now() - pausedSince);

  function nextPurpose(): Purpose | undefined {
    const order: readonly Purpose[] =
      lastServed === 'write' ? ['vital', 'read', 'write'] : ['vital', 'write', 'read'];
    return order.find((purpose) => queues[purpose].size > 0 && isOpenTo(purpose));
  }

  function admitNext(): void {
    for (let purpose = nextPurpose(); purpose; purpose = nextPurpose()) {
      const [next] = queues[purpose];
      if (!next) return;
      queues[purpose].delete(next);
      occupy(purpose);
      next.admit();
    }
  }

  function occupy(purpose: Purpose): void {
    busy += 1;
    if (purpose === 'write') writing += 1;
    if (purpose !== 'vital') lastServed = purpose;
  }

  function createRelease(purpose: Purpose): () => void {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      busy -= 1;
      if (purpose === 'write') writing -= 1;
      admitNext();
    };
  }

  function waitForConnection(purpose: Purpose): Promise<() => void> {
    const since = performance.now();
    return new Promise((resolve, reject) => {
      let timeout: NodeJS.Timeout | undefined;
      const refuse = () => {
        queues[purpose].delete(waiting);
        refused += 1;
        onWaitEnd(purpose, performance.now() - since);
        reject(new StoreBusy());
      };
      const waiting: Waiting = {
        startTimeLimit: () => void (timeout = setTimeout(refuse, waitMs)),
        stopTimeLimit: () => clearTimeout(timeout),
        admit() {
          clearTimeout(timeout);
          onWaitEnd(purpose, performance.now() - since);
          resolve(createRelease(purpose));
        },
      };
      queues[purpose].add(waiting);
      if (pausedSince === undefined) waiting.startTimeLimit();
    });
  }

  return {
    async acquire(purpose) {
      // First in, first out: a released connection goes to a waiting request at once, so a queue means that none is free for it.
      if (queues[purpose].size === 0 && isOpenTo(purpose)) {
        occupy(purpose);
        onWaitEnd(purpose, 0);
        return createRelease(purpose);
      }
      if (purpose === 'read' && queues.read.size >= waitingMax) {
        refused += 1;
        throw new StoreBusy();
      }
      return waitForConnection(purpose);
    },
    suspendTimeLimits() {
      pausedSince = performance.now();
      listWaiting().forEach((waiting) => waiting.stopTimeLimit());
      return () => {
        pausedMs += pausedForMs();
        pausedSince = undefined;
        listWaiting().forEach((waiting) => waiting.startTimeLimit());
      };
    },
    readPause: () => ({ isPaused: pausedSince !== undefined, totalMs: pausedMs + pausedForMs() }),
    onAcquired: (listener) => void (onWaitEnd = listener),
    readState: () => ({
      busy,
      waiting: Object.values(queues).reduce((sum, queue) => sum + queue.size, 0),
      refused,
    }),
  };
}
