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
export function pipeWithFaults({ from, to, isResponse }: PipeEnds, weather: LinkCondition): void {
  let carried: Promise<void> = Promise.resolve();
  let cutIn: { trouble: NetworkFault; bytes: number } | null = null;

  async function forwardChunk(chunk: Buffer): Promise<void> {
    for (
      let trouble = weather.currentFault();
      trouble?.kind === 'black-hole';
      trouble = weather.currentFault()
    ) {
      await weather.waitForChange();
    }
    const trouble = weather.currentFault();
    if (trouble?.kind === 'delay') await pause(trouble.ms);
    if (trouble?.kind === 'throttle')
      return forwardSlowly(chunk, Math.ceil(trouble.bytesPerSecond / SLICES_PER_SECOND));
    if (trouble?.kind === 'cut' && isResponse) cutConnection(chunk, trouble);
    else to.write(chunk);
  }

  async function forwardSlowly(chunk: Buffer, slice: number): Promise<void> {
    for (let start = 0; start < chunk.length; start += slice) {
      to.write(chunk.subarray(start, start + slice));
      if (weather.currentFault()?.kind === 'throttle') await pause(1000 / SLICES_PER_SECOND);
    }
  }

  function cutConnection(chunk: Buffer, trouble: Extract<NetworkFault, { kind: 'cut' }>): void {
    if (cutIn?.trouble !== trouble) cutIn = { trouble, bytes: trouble.afterBytes };
    to.write(chunk.subarray(0, cutIn.bytes));
    cutIn.bytes -= chunk.length;
    if (cutIn.bytes > 0) return;
    to.destroySoon();
    from.destroy();
  }

  from.on('data', (chunk: Buffer) => {
    from.pause();
    carried = carried.then(() => forwardChunk(chunk)).then(() => void from.resume());
  });
  // The end is forwarded after the bytes before it.
  const end = () => {
    carried = carried.then(() => void to.end());
  };
  from.on('end', end);
  from.on('close', end);
}
