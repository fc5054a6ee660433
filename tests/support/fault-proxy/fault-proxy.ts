import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '../listen-locally.ts';
import { pipeWithFaults, type LinkCondition } from './pipe-with-faults.ts';
import type { NetworkFault } from './network-fault.ts';

/** A link between two programs that can be broken. Forwards everything until a fault is set. */
export interface FaultProxy extends AsyncDisposable {
  /** The loopback port that represents the other side, and its address. */
  port: number;
  url: string;
  /** Lasts until `heal`; faults without duration (reset, half-close) affect the open connections. */
  injectFault(fault: NetworkFault): void;
  clearFault(): Promise<void>;
}

/** @param open connects to the other side; called once for each connection */
export async function createFaultProxy(open: () => Socket | Promise<Socket>): Promise<FaultProxy> {
  const pairs = new Set<{ caller: Socket; called: Socket }>();
  const condition = createLinkCondition();
  // Half-open connections are one of the faults, so an end on one side does not end the other.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on('error', () => caller.destroy());
    pair(caller).catch(() => caller.resetAndDestroy());
  });

  async function pair(caller: Socket): Promise<void> {
    const called = await open();
    const both = { caller, called };
    pairs.add(both);
    called.on('error', () => caller.resetAndDestroy());
    caller.on('close', () => {
      pairs.delete(both);
      called.destroy();
    });
    pipeWithFaults({ from: caller, to: called, isResponse: false }, condition);
    pipeWithFaults({ from: called, to: caller, isResponse: true }, condition);
  }

  function breakConnections(kind: NetworkFault['kind']): void {
    for (const { caller, called } of pairs) {
      if (kind === 'half-close') caller.end();
      if (kind !== 'reset') continue;
      called.resetAndDestroy();
      caller.resetAndDestroy();
    }
  }

  const { port, url, ...listening } = await listenLocally(server);
  return {
    ...{ port, url },
    injectFault(fault) {
      condition.set(fault);
      breakConnections(fault.kind);
      if (fault.kind === 'refuse') server.close();
    },
    async clearFault() {
      condition.set(null);
      if (!server.listening) await listenLocally(server, '127.0.0.1', port);
    },
    async [Symbol.asyncDispose]() {
      condition.set(null);
      breakConnections('reset');
      if (server.listening) await listening[Symbol.asyncDispose]();
    },
  };
}

export const connectToLoopback = (port: number): Socket =>
  connect({ port, host: '127.0.0.1', allowHalfOpen: true });

function createLinkCondition(): LinkCondition & { set(fault: NetworkFault | null): void } {
  let current: NetworkFault | null = null;
  let waiting: (() => void)[] = [];
  return {
    currentFault: () => current,
    waitForChange: () => new Promise((resolve) => waiting.push(resolve)),
    set(fault) {
      current = fault;
      const released = waiting;
      waiting = [];
      for (const release of released) release();
    },
  };
}
