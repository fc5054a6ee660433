import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../support/until.ts';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { HistoryFile } from '../history/history-file.ts';
import type { Fault, FaultContext } from './fault.ts';
import { linkFaults } from './link-faults.ts';
import { longFaults } from './long-faults.ts';
import { processFaults } from './process-faults.ts';

export interface FaultInjectionOptions extends Omit<FaultContext, 'pickGateway'> {
  history: HistoryFile;
  /** No fault begins later than this many milliseconds after the start of the run. */
  untilMs: number;
}

/** The number of shown events before the first fault: a fault without traffic proves nothing. */
const MIN_APPLIED_EVENTS = 150;

/** One of this many rows lasts long; a short run has none. */
const LONG_FAULT_EVERY = 6;
/** In a row of two, the second fault meets the repair of the first one. */
const FAULTS_PER_ROUND = [1, 2] as const;
const PAUSE_MS = [100, 900] as const;
/** The undisturbed time afterwards: as long as the promise allows for catching up, and a little more. */
const CALM_MS = 5300;

/** Injects fault after fault; each kind once before any comes twice, half of them faults of processes. */
export async function injectFaults(parts: FaultInjectionOptions): Promise<void> {
  const { history, untilMs, random } = parts;
  const [next, nextLong] = [
    createFaultPicker(random, [processFaults, linkFaults]),
    createFaultPicker(random, [longFaults]),
  ];
  let [count, rows] = [0, 0];
  const anyGateway = () => {
    const gateway = random.pick(parts.topology.gateways);
    history.record({ type: 'fault-hit', fault: count, gateway: gateway.name });
    return gateway;
  };
  const isShown = () =>
    history.records().filter(({ type }) => type === 'applied').length > MIN_APPLIED_EVENTS;
  await until(isShown, { what: 'tabs show new events', timeoutMs: 30_000 });
  // On a slow machine the time may be over by now; one row is injected all the same.
  while (rows === 0 || history.now() < untilMs) {
    rows += 1;
    const isLong = rows % LONG_FAULT_EVERY === 0;
    for (
      let left = isLong ? 1 : random.between(...FAULTS_PER_ROUND);
      left > 0 && (count === 0 || history.now() < untilMs);
      left -= 1
    ) {
      const fault = isLong ? nextLong() : next();
      count += 1;
      history.record({ type: 'fault-began', fault: count, name: fault.name });
      await fault.inject({ ...parts, pickGateway: anyGateway });
      history.record({ type: 'fault-ended', fault: count });
      if (left > 1) await pause(random.between(...PAUSE_MS));
    }
    if (history.now() < untilMs) await pause(CALM_MS);
  }
}

function createFaultPicker(random: Random, kinds: readonly (readonly Fault[])[]): () => Fault {
  const stacks = kinds.map((faults) => ({ faults, left: [] as Fault[] }));
  return () => {
    const stack = random.pick(stacks);
    if (stack.left.length === 0) stack.left = random.shuffle(stack.faults);
    const fault = stack.left.pop();
    if (!fault) throw new Error('there are no faults');
    return fault;
  };
}
