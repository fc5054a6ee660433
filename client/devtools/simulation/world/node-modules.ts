/** What the code under test uses of Node, as a page has it: `node:events`, `node:perf_hooks` and `node:timers/promises`. */
export { Emitter as EventEmitter } from '@socket.io/component-emitter';

/** Only answers with files wait for an event of a stream, and the world sends none. */
export function once(): never {
  throw new Error('once is not part of the world');
}

export const { performance } = globalThis;

export const setTimeout = (ms: number): Promise<void> =>
  new Promise((resolve) => void globalThis.setTimeout(resolve, ms));
