// First: modules of the world read what it adds when they are loaded.
import { realNow, realPause } from './real-time.ts';
import { isQuiet } from '../../page/lanes/lane-entry.ts';
import type { FromSimulation, ToSimulation } from '../../page/simulate/simulation-messages.ts';
import { runSchedule } from '../schedule/run-schedule.ts';
import { takeOverGlobals } from '../world/take-over-globals.ts';
import { watchSchedule } from './watch-schedule.ts';

const FLUSH_EVERY_MS = 50;

Error.stackTraceLimit = 0;
takeOverGlobals();

const send = (message: FromSimulation) => postMessage(message);

/** How the schedule goes on: paused, up to the next step, or at a speed since a moment. */
type Pace =
  | { is: 'paused' }
  | { is: 'step' }
  | { is: 'running'; speed: number | null; from: number; since: number };

let pace: Pace = { is: 'paused' };
let wake: () => void = () => undefined;
let flushedAt = 0;

const watched = watchSchedule({
  pace(entries) {
    if (pace.is === 'step' && entries.some((entry) => !isQuiet(entry))) {
      pace = { is: 'paused' };
      flush();
      send({ kind: 'stepped' });
    }
    if (realNow() - flushedAt > FLUSH_EVERY_MS) flush();
    return isAhead() ? waitForTurn() : undefined;
  },
});

function flush(): void {
  flushedAt = realNow();
  const active = watched.interventions()?.active() ?? [];
  send({
    kind: 'progress',
    entries: watched.takeEntries(),
    at: watched.now(),
    events: watched.events(),
    active,
  });
}

/** Whether virtual time is ahead of the chosen speed. */
function isAhead(): boolean {
  if (pace.is === 'paused') return true;
  if (pace.is === 'step' || pace.speed === null) return false;
  return watched.now() - pace.from > (realNow() - pace.since) * pace.speed;
}

async function waitForTurn(): Promise<void> {
  while (isAhead()) {
    flush();
    if (pace.is === 'paused') await new Promise<void>((resolve) => (wake = resolve));
    else await realPause(1000 / 60);
  }
}

function setPace(next: Pace): void {
  pace = next;
  wake();
}

async function run(seed: number, only: readonly string[] | undefined): Promise<void> {
  try {
    const { hash, events } = await runSchedule(seed, { watch: watched, ...(only && { only }) });
    flush();
    send({ kind: 'ended', hash, events, broken: [...watched.broken()] });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToSimulation>) => {
  switch (data.kind) {
    case 'start':
      void run(data.seed, data.only);
      return;
    case 'run':
      setPace({ is: 'running', speed: data.speed, from: watched.now(), since: realNow() });
      return;
    case 'pause':
      setPace({ is: 'paused' });
      return;
    case 'step':
      setPace({ is: 'step' });
      return;
    case 'intervene':
      watched.interventions()?.toggle(data.what);
      flush();
  }
});
