import { PageBuffer } from './buffer.ts';

/** The time and the turns of the page's thread, before the world takes them over. */
export const realNow = performance.now.bind(performance);
const realSetTimeout = globalThis.setTimeout.bind(globalThis);

export const realPause = (ms: number): Promise<void> =>
  new Promise((resolve) => void realSetTimeout(resolve, ms));

const ticks: (() => void)[] = [];
const turns: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
// As in Node, a tick runs once the promises have run, and an immediate once there is no tick.
port1.onmessage = () => {
  const tick = ticks.shift();
  if (!tick) {
    turns.shift()?.();
    return;
  }
  tick();
  port2.postMessage(null);
};

/** What Node has and a page has not, for modules that read it when they are loaded: this one comes first. */
Object.assign(globalThis, {
  Buffer: PageBuffer,
  process: { nextTick: (run: () => void) => void ticks.push(run) },
  setImmediate(run: () => void) {
    turns.push(run);
    port2.postMessage(null);
  },
});
