import { workerUrl } from 'virtual:simulation';
import { trustWorkerUrl } from '../../../src/app/start-worker.ts';
import type { FromSimulation } from './simulation-messages.ts';
import { createSimulationView, type Simulation, type Speed } from './simulation-view.ts';

export interface SimulationOptions {
  seed: number;
  /** The name of the sabotage; empty for none. */
  sabotage: string;
  /** The parts of the schedule that run, separated by commas; empty for all. */
  only: string;
  /** Null begins paused. */
  begins: { speed: Speed } | null;
}

/** One schedule in a worker, which runs while it is subscribed to. */
export function createSimulation({ seed, sabotage, only, begins }: SimulationOptions): Simulation {
  let worker: Worker | null = null;
  let subscribers = 0;
  const view = createSimulationView((message) => worker?.postMessage(message));

  function start(): void {
    view.reset();
    worker = new Worker(trustWorkerUrl(workerUrl), { name: sabotage });
    worker.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => view.receive(data));
    worker.addEventListener('error', () => {
      view.receive({ kind: 'failed', message: 'Its program couldn’t be loaded.' });
    });
    view.start(seed, only === '' ? undefined : only.split(','));
    if (begins) view.run(begins.speed);
  }

  const { getSnapshot, run, pause, step, intervene } = view;
  return {
    ...{ getSnapshot, run, pause, step, intervene },
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
  };
}
