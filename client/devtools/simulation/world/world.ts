import { createRandom, type Random, newUuidOf } from '../random.ts';
import { EventHeap } from './event-heap.ts';
import type { Host, WorldEvent } from './host.ts';
import { createTraceHash } from './trace-hash.ts';
import { runInTurns } from './turns.ts';

/** The start of every schedule by the wall clock: a whole hour, so that traces are readable. */
export const EPOCH_MS = Date.UTC(2030, 0, 1);

/** A schedule that schedules no end of events is given up. */
const EVENTS_MAX = 200_000;

/** One schedule's virtual time: a heap of events, and the hosts that they belong to. */
export interface World {
  /** Drawn from by the world itself; parts fork their own. */
  readonly random: Random;
  /** Milliseconds since the start. */
  now(): number;
  /** Epoch milliseconds by the wall clock of the host whose event runs. */
  wallClockMs(): number;
  createHost(name: string): Host;
  /** The host whose event runs. */
  current(): Host;
  /** Runs something at the given host after a time. @returns cancels it */
  after(host: Host, ms: number, label: string, run: () => void): () => void;
  /** The same again and again. */
  every(host: Host, ms: number, label: string, run: () => void): () => void;
  /** Ends a host with all its events. */
  kill(host: Host): void;
  /** Stops a host; what happens to it waits until it runs again. */
  freeze(host: Host): void;
  thaw(host: Host): void;
  /** Runs the events up to a time. */
  runUntil(at: number): Promise<void>;
  /** Reports that what the current host sends never arrives. */
  lose(to: Host, label: string): void;
  /** Adds to the trace, which is hashed with every event. */
  trace(text: string): void;
  hash(): string;
  countEvents(): number;
  /** The labels of all events with times and hosts, if `keepsTrace`. */
  traceLines(): readonly string[];
  newId(): string;
}

/** A message that never arrives. */
export interface LostMessage {
  from: Host;
  to: Host;
  at: number;
  label: string;
}

export interface WorldOptions {
  keepsTrace?: boolean;
  /** Called once an event has run, with nothing left to run at its time; the next one waits for the promise. */
  afterEvent?: (event: WorldEvent) => Promise<void> | undefined;
  onLost?: (message: LostMessage) => void;
}

export function createWorld(
  seed: number,
  { keepsTrace = false, afterEvent, onLost }: WorldOptions = {},
): World {
  const random = createRandom(seed);
  const ids = random.fork();
  const tieSeed = random.between(1, 2 ** 31 - 1);
  const heap = new EventHeap();
  const hash = createTraceHash();
  const lines: string[] = [];
  const root: Host = { name: 'world', nth: 0, skewMs: 0, state: 'running', backlog: [] };
  let hosts = 0;
  let scheduled = 0;
  let executed = 0;
  let now = 0;
  let current = root;

  /** The order of the hosts at one time: random, but the same for all events of a host. */
  function tieOf({ nth }: Host, at: number): number {
    const mixed = Math.imul(Math.floor(at * 1000) ^ tieSeed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 0;
  }

  function push(host: Host, at: number, label: string, run: () => void): WorldEvent {
    scheduled += 1;
    // Written out: spread objects, of which there are thousands, took 5 % of a schedule's time.
    const event: WorldEvent = {
      at,
      tie: tieOf(host, at),
      nth: scheduled,
      host,
      from: current,
      sentAt: now,
      label,
      run,
      isCancelled: false,
    };
    heap.push(event);
    return event;
  }

  function after(host: Host, ms: number, label: string, run: () => void): () => void {
    const event = push(host, now + Math.max(0, ms), label, run);
    return () => void (event.isCancelled = true);
  }

  /** The text of the time is for readers only, and takes longer than the hash. */
  function traceEvent(host: string, label: string): void {
    hash.addNumber(now * 1000);
    hash.add(host);
    hash.add(label);
    if (keepsTrace) lines.push(`${now.toFixed(3)} ${host} ${label}`);
  }

  function trace(text: string): void {
    hash.add(text);
    if (keepsTrace) lines.push(text);
  }

  /** Whether an event happens; one of a frozen host waits. */
  function isDue(event: WorldEvent): boolean {
    const { host, isCancelled } = event;
    if (!isCancelled && host.state === 'frozen') host.backlog.push(event);
    return !isCancelled && host.state === 'running';
  }

  /** @returns the next event up to a time, which is over then; undefined when there is none */
  function takeNext(at: number): WorldEvent | undefined {
    for (let next = heap.peek(); next && next.at <= at; next = heap.peek()) {
      heap.pop();
      now = Math.max(now, next.at);
      if (isDue(next)) return next;
    }
    return undefined;
  }

  /** @returns the event, or undefined when none up to that time is left */
  function runNext(at: number): WorldEvent | undefined {
    current = root;
    const event = takeNext(at);
    if (!event) return undefined;
    executed += 1;
    if (executed > EVENTS_MAX) throw new Error(`a schedule of more than ${EVENTS_MAX} events`);
    traceEvent(event.host.name, event.label);
    current = event.host;
    event.run();
    return event;
  }

  /** The same events, each with all that follows from it at its time before the next one is waited for. */
  async function runWatched(at: number, watch: NonNullable<WorldOptions['afterEvent']>): Promise<void> {
    for (let event = await runOne(at); event; event = await runOne(at)) {
      current = root;
      const watching = watch(event);
      if (watching) await watching;
    }
  }

  async function runOne(at: number): Promise<WorldEvent | undefined> {
    const ran: (WorldEvent | undefined)[] = [];
    // The second step only ends the turn of the first.
    await runInTurns(() => ran.length === 0 && ran.push(runNext(at)) > 0 && ran[0] !== undefined);
    return ran[0];
  }

  return {
    random,
    after,
    trace,
    now: () => now,
    wallClockMs: () => Math.floor(EPOCH_MS + now + current.skewMs),
    createHost(name) {
      hosts += 1;
      return { name, nth: hosts, skewMs: 0, state: 'running', backlog: [] };
    },
    current: () => current,
    lose: (to, label) => onLost?.({ from: current, to, at: now, label }),
    kill: (host) => void (host.state = 'dead'),
    freeze(host) {
      if (host.state === 'running') host.state = 'frozen';
    },
    thaw(host) {
      if (host.state !== 'frozen') return;
      host.state = 'running';
      for (const event of host.backlog.splice(0)) {
        scheduled += 1;
        heap.push(Object.assign(event, { at: now, tie: tieOf(host, now), nth: scheduled }));
      }
    },
    every(host, ms, label, run) {
      let cancel: () => void = () => undefined;
      const next = () => {
        cancel = after(host, ms, label, () => {
          next();
          run();
        });
      };
      next();
      return () => cancel();
    },
    async runUntil(at) {
      if (afterEvent) await runWatched(at, afterEvent);
      else await runInTurns(() => runNext(at) !== undefined);
      now = Math.max(now, at);
    },
    hash: () => hash.digest(),
    countEvents: () => executed,
    traceLines: () => lines,
    newId() {
      return newUuidOf(ids);
    },
  };
}
