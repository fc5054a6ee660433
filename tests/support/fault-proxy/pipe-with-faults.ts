import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkFault } from './network-fault.ts';

/** The state that a direction checks before it forwards a chunk. */
export interface LinkCondition {
  /** The current fault. */
  currentFault(): NetworkFault | null;
  /** Waits until it changes. */
  waitForChange(): Promise<void>;
}

export interface PipeEnds {
  from: Socket;
  to: Socket;
  /** True for what comes back from the connected side. */
  isResponse: boolean;
}

/** The slices per second of a throttled link; longer slices would amount to a black hole. */
const SLICES_PER_SECOND = 10;

/** Forwards one direction of a connection in order, under the current fault. */
export function pipeWithFaults({ from, to, isResponse }: PipeEnds, condition: LinkCondition): void {
  let forwarded: Promise<void> = Promise.resolve();
  let cutIn: { fault: NetworkFault; bytes: number } | null = null;

  async function forwardChunk(chunk: Buffer): Promise<void> {
    for (
      let fault = condition.currentFault();
      fault?.kind === 'black-hole';
      fault = condition.currentFault()
    ) {
      await condition.waitForChange();
    }
    const fault = condition.currentFault();
    if (fault?.kind === 'delay') await pause(fault.ms);
    if (fault?.kind === 'throttle')
      return forwardSlowly(chunk, Math.ceil(fault.bytesPerSecond / SLICES_PER_SECOND));
    if (fault?.kind === 'cut' && isResponse) cutConnection(chunk, fault);
    else to.write(chunk);
  }

  async function forwardSlowly(chunk: Buffer, slice: number): Promise<void> {
    for (let start = 0; start < chunk.length; start += slice) {
      to.write(chunk.subarray(start, start + slice));
      if (condition.currentFault()?.kind === 'throttle') await pause(1000 / SLICES_PER_SECOND);
    }
  }

  function cutConnection(chunk: Buffer, fault: Extract<NetworkFault, { kind: 'cut' }>): void {
    if (cutIn?.fault !== fault) cutIn = { fault, bytes: fault.afterBytes };
    to.write(chunk.subarray(0, cutIn.bytes));
    cutIn.bytes -= chunk.length;
    if (cutIn.bytes > 0) return;
    to.destroySoon();
    from.destroy();
  }

  from.on('data', (chunk: Buffer) => {
    from.pause();
    forwarded = forwarded.then(() => forwardChunk(chunk)).then(() => void from.resume());
  });
  // The end is forwarded after the bytes before it.
  const end = () => {
    forwarded = forwarded.then(() => void to.end());
  };
  from.on('end', end);
  from.on('close', end);
}
