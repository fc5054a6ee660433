import { workerUrl } from 'virtual:simulation';
import { trustWorkerUrl } from '../../../app/trust-worker-url.ts';
import { createSignal, type Signal } from '../../../signal.ts';
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

/** One schedule in a worker, which runs while it is subscribed to. */
export interface Simulation extends Signal<SimulationView> {
  run: (speed: Speed) => void;
  pause: () => void;
  step: () => void;
  intervene: (what: Intervention) => void;
}

export interface SimulationOptions {
  seed: number;
  /** The name of the sabotage; empty for none. */
  sabotage: string;
  /** The parts of the schedule that run, separated by commas; empty for all. */
  only: string;
  /** Null begins paused. */
  begins: { speed: Speed } | null;
}

const INITIAL: SimulationView = {
  history: EMPTY_HISTORY,
  phase: 'paused',
  active: [],
  verdict: null,
  failure: null,
};

export function createSimulation({ seed, sabotage, only, begins }: SimulationOptions): Simulation {
  const view = createSignal(INITIAL);
  const change = (changes: Partial<SimulationView>) => view.set({ ...view.getSnapshot(), ...changes });
  let worker: Worker | null = null;
  let subscribers = 0;

  const send = (message: ToSimulation) => worker?.postMessage(message);

  function receive({ data }: MessageEvent<FromSimulation>): void {
    switch (data.kind) {
      case 'progress': {
        const { history } = view.getSnapshot();
        change({ history: addEntries(history, data.entries, data.at), active: data.active });
        return;
      }
      case 'stepped':
        change({ phase: 'paused' });
        return;
      case 'ended': {
        const { hash, events, broken } = data;
        change({ phase: 'ended', active: [], verdict: { hash, events, broken } });
        return;
      }
      case 'failed':
        change({ phase: 'failed', failure: data.message });
    }
  }

  function start(): void {
    view.set(INITIAL);
    worker = new Worker(trustWorkerUrl(workerUrl), { name: sabotage });
    worker.addEventListener('message', receive);
    worker.addEventListener('error', () =>
      change({ phase: 'failed', failure: 'Its program couldn’t be loaded.' }),
    );
    send({ kind: 'start', seed, only: only === '' ? undefined : only.split(',') });
    if (begins) run(begins.speed);
  }

  function run(speed: Speed): void {
    send({ kind: 'run', speed });
    change({ phase: 'running' });
  }

  return {
    run,
    getSnapshot: view.getSnapshot,
    subscribe(listener) {
      const unsubscribe = view.subscribe(listener);
      subscribers += 1;
      if (subscribers === 1) start();
      return () => {
        unsubscribe();
        subscribers -= 1;
        if (subscribers > 0) return;
        worker?.terminate();
        worker = null;
      };
    },
    pause() {
      send({ kind: 'pause' });
      change({ phase: 'paused' });
    },
    step: () => send({ kind: 'step' }),
    intervene: (what) => send({ kind: 'intervene', what }),
  };
}
