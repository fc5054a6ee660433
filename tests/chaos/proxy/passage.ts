import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Trouble } from './trouble.ts';

/** What a passage asks before it lets a chunk through. */
export interface Weather {
  /** The trouble of the moment. */
  now(): Trouble | null;
  /** Waits until it is another one. */
  changed(): Promise<void>;
}

export interface Ends {
  from: Socket;
  to: Socket;
  /** True for what comes back from who was connected to. */
  isAnswer: boolean;
}

/** At a throttled link, so many slices a second; a slice that takes longer would be a black hole in disguise. */
const SLICES_PER_SECOND = 10;

/** Carries one direction of a connection in order, through whatever weather there is. */
export function openPassage({ from, to, isAnswer }: Ends, weather: Weather): void {
  let carried: Promise<void> = Promise.resolve();
  let cutIn: { trouble: Trouble; bytes: number } | null = null;

  async function carry(chunk: Buffer): Promise<void> {
    for (let trouble = weather.now(); trouble?.kind === 'black-hole'; trouble = weather.now()) {
      await weather.changed();
    }
    const trouble = weather.now();
    if (trouble?.kind === 'delay') await pause(trouble.ms);
    if (trouble?.kind === 'throttle')
      return drip(chunk, Math.ceil(trouble.bytesPerSecond / SLICES_PER_SECOND));
    if (trouble?.kind === 'cut' && isAnswer) cut(chunk, trouble);
    else to.write(chunk);
  }

  async function drip(chunk: Buffer, slice: number): Promise<void> {
    for (let start = 0; start < chunk.length; start += slice) {
      to.write(chunk.subarray(start, start + slice));
      if (weather.now()?.kind === 'throttle') await pause(1000 / SLICES_PER_SECOND);
    }
  }

  function cut(chunk: Buffer, trouble: Extract<Trouble, { kind: 'cut' }>): void {
    if (cutIn?.trouble !== trouble) cutIn = { trouble, bytes: trouble.afterBytes };
    to.write(chunk.subarray(0, cutIn.bytes));
    cutIn.bytes -= chunk.length;
    if (cutIn.bytes > 0) return;
    to.destroySoon();
    from.destroy();
  }

  from.on('data', (chunk: Buffer) => {
    from.pause();
    carried = carried.then(() => carry(chunk)).then(() => void from.resume());
  });
  // An end waits its turn behind what was said before it.
  const end = () => {
    carried = carried.then(() => void to.end());
  };
  from.on('end', end);
  from.on('close', end);
}
