import { LeanController, LeanException, LeanSignal } from './abort.ts';
import type { World } from './world.ts';

let world: World | null = null;

/** The world whose schedule runs. @throws when code of an earlier schedule, or of none, reads time or chance */
function currentWorld(what: string): World {
  if (!world) throw new Error(`${what} was used outside of a schedule`);
  return world;
}

export function setCurrentWorld(next: World | null): void {
  world = next;
}

/** What no code under test may reach: real connections, workers and storage. */
const FORBIDDEN = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'BroadcastChannel',
  'MessageChannel',
  'indexedDB',
  'localStorage',
  'sessionStorage',
] as const;

interface VirtualTimer {
  cancel: () => void;
  unref(): VirtualTimer;
  ref(): VirtualTimer;
}

function createTimer(cancel: () => void): VirtualTimer {
  const timer: VirtualTimer = { cancel, unref: () => timer, ref: () => timer };
  return timer;
}

type Callback = (...args: unknown[]) => void;

/** Browsers wait a millisecond at least, and so does Node. */
const SHORTEST_MS = 1;

function setVirtualTimeout(run: Callback, ms = 0, ...args: unknown[]): VirtualTimer {
  const here = currentWorld('setTimeout');
  return createTimer(here.after(here.current(), Math.max(SHORTEST_MS, ms), 'timeout', () => run(...args)));
}

function setVirtualInterval(run: Callback, ms = 0, ...args: unknown[]): VirtualTimer {
  const here = currentWorld('setInterval');
  const every = Math.max(SHORTEST_MS, ms);
  return createTimer(here.every(here.current(), every, 'interval', () => run(...args)));
}

function setVirtualImmediate(run: Callback, ...args: unknown[]): VirtualTimer {
  const here = currentWorld('setImmediate');
  return createTimer(here.after(here.current(), 0, 'immediate', () => run(...args)));
}

const clearVirtual = (timer?: VirtualTimer | null) => timer?.cancel();

/** Replaces everything in this realm that reads time, chance or the network, before a schedule runs. */
export function takeOverGlobals(realm: object = globalThis): void {
  replaceDate(realm);
  Object.assign(realm, {
    setTimeout: setVirtualTimeout,
    setInterval: setVirtualInterval,
    setImmediate: setVirtualImmediate,
    clearTimeout: clearVirtual,
    clearInterval: clearVirtual,
    clearImmediate: clearVirtual,
    AbortController: LeanController,
    AbortSignal: LeanSignal,
    DOMException: LeanException,
  });
  Math.random = () => currentWorld('Math.random').random.next();
  define(performance, 'now', () => currentWorld('performance.now').now());
  define(crypto, 'randomUUID', () => currentWorld('crypto.randomUUID').newId());
  define(crypto, 'getRandomValues', fillWithChance);
  for (const name of FORBIDDEN) {
    define(realm, name, function forbidden(): never {
      throw new Error(`${name} is not part of the world`);
    });
  }
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function replaceDate(realm: object): void {
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(...args: unknown[]) {
      if (args.length === 0) super(currentWorld('new Date()').wallClockMs());
      else super(...(args as [number]));
    }

    static override now(): number {
      return currentWorld('Date.now').wallClockMs();
    }
  }
  define(realm, 'Date', VirtualDate);
}

function fillWithChance<T extends ArrayBufferView>(view: T): T {
  const { random } = currentWorld('crypto.getRandomValues');
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.between(0, 255);
  return view;
}
