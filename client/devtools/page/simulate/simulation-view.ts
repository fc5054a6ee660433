import { createSignal, type Signal } from '../../../src/base/signal.ts';
import { isQuiet, type LaneEntry } from '../lanes/lane-entry.ts';
import { addEntries, EMPTY_HISTORY, type LaneHistory } from '../lanes/lane-history.ts';
import type { BrokenPromise, FromSimulation, Intervention, ToSimulation } from './simulation-messages.ts';

/** What the checker says once the schedule has ended. */
export interface Verdict {
  hash: string;
  events: number;
  broken: readonly BrokenPromise[];
}

export interface SimulationView {
  history: LaneHistory;
  phase: 'paused' | 'running' | 'ended' | 'failed';
  /** The viewer's faults that hold. */
  active: readonly string[];
  verdict: Verdict | null;
  /** Why the simulation ended without a verdict. */
  failure: string | null;
}

/** Virtual milliseconds per real one; null is as fast as possible. */
export type Speed = number | null;

/** A schedule that runs elsewhere, as the page shows it. */
export interface Simulation extends Pick<Signal<SimulationView>, 'getSnapshot' | 'subscribe'> {
  run: (speed: Speed) => void;
  /** The view stays at what it shows, although the schedule is ahead of it by what was not reported yet. */
  pause: () => void;
  step: () => void;
  intervene: (what: Intervention) => void;
}

export interface ReceivingSimulation extends Simulation {
  reset: () => void;
  start: (seed: number, only: readonly string[] | undefined) => void;
  receive: (message: FromSimulation) => void;
}

const INITIAL: SimulationView = {
  history: EMPTY_HISTORY,
  phase: 'paused',
  active: [],
  verdict: null,
  failure: null,
};

/** What was computed before the schedule read that the viewer has paused it. */
interface Held {
  entries: readonly LaneEntry[];
  at: number;
  end: Extract<FromSimulation, { kind: 'ended' }> | null;
}

/** @param send passes a message to the schedule */
export function createSimulationView(send: (message: ToSimulation) => void): ReceivingSimulation {
  const view = createSignal(INITIAL);
  const change = (changes: Partial<SimulationView>) => view.set({ ...view.getSnapshot(), ...changes });
  /** Null while what arrives is shown at once. */
  let held: Held | null = null;

  const show = (entries: readonly LaneEntry[], at: number) =>
    change({ history: addEntries(view.getSnapshot().history, entries, at) });

  function showEnd({ hash, events, broken }: NonNullable<Held['end']>): void {
    change({ phase: 'ended', active: [], verdict: { hash, events, broken } });
  }

  /** Shows all that was held. */
  function release(): void {
    const late = held;
    held = null;
    if (!late) return;
    show(late.entries, late.at);
    if (late.end) showEnd(late.end);
  }

  /** Shows the next held event that is no tick. @returns whether there was one */
  function showNextHeld(late: Held): boolean {
    const end = endOfNextEvent(late.entries);
    if (end === null) return false;
    const shown = late.entries.slice(0, end);
    held = { ...late, entries: late.entries.slice(end) };
    show(shown, shown.at(-1)?.at ?? 0);
    if (held.entries.length === 0) release();
    return true;
  }

  const hasEnded = () => view.getSnapshot().phase === 'ended';

  return {
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    reset() {
      held = null;
      view.set(INITIAL);
    },
    start: (seed, only) => send({ kind: 'start', seed, only }),
    run(speed) {
      release();
      if (hasEnded()) return;
      send({ kind: 'run', speed });
      change({ phase: 'running' });
    },
    pause() {
      send({ kind: 'pause' });
      const { at } = view.getSnapshot().history;
      held = { entries: [], at, end: null };
      change({ phase: 'paused' });
    },
    step() {
      if (held && showNextHeld(held)) return;
      release();
      if (!hasEnded()) send({ kind: 'step' });
    },
    intervene(what) {
      // It happens where the schedule is, so after what is held.
      release();
      if (!hasEnded()) send({ kind: 'intervene', what });
    },
    receive(message) {
      switch (message.kind) {
        case 'progress': {
          const { entries, at, active } = message;
          change({ active });
          if (held) held = { ...held, entries: [...held.entries, ...entries], at };
          else show(entries, at);
          return;
        }
        case 'stepped':
          change({ phase: 'paused' });
          return;
        case 'ended':
          if (held && held.entries.length > 0) held = { ...held, end: message };
          else showEnd(message);
          return;
        case 'failed':
          release();
          change({ phase: 'failed', failure: message.message });
      }
    },
  };
}

/** The number of entries up to the end of the next event that is no tick, with what it has caused; null when there is none. */
function endOfNextEvent(entries: readonly LaneEntry[]): number | null {
  const first = entries.findIndex((entry) => entry.kind === 'event' && !isQuiet(entry));
  const loud = first < 0 ? entries.findIndex((entry) => !isQuiet(entry)) : first;
  if (loud < 0) return null;
  const next = entries.findIndex(({ kind }, index) => index > loud && (kind === 'event' || kind === 'lost'));
  return next < 0 ? entries.length : next;
}
