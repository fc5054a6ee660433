import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryFile } from '../history/history-file.ts';
import type { Fault, Scene } from './fault.ts';
import { linkFaults } from './link-faults.ts';
import { longFaults } from './long-faults.ts';
import { processFaults } from './process-faults.ts';

export interface StrikeParts extends Omit<Scene, 'anyGateway'> {
  history: HistoryFile;
  /** No fault begins later than so many milliseconds after the run began. */
  untilMs: number;
  /** Only those whose names hold one of these; all when left out. */
  only?: readonly string[] | undefined;
}

/** Every so many rows, one that lasts; a short run has none. */
const LONG_EVERY = 6;
/** Of two in a row the second finds the first one's repair under way. */
const IN_A_ROW = [1, 2] as const;
const BETWEEN_MS = [100, 900] as const;
/** Afterwards all is left alone for as long as the promise allows for catching up, and a little more. */
const CALM_MS = 5300;

/** Strikes fault after fault; each kind once before any comes twice, half of them faults of processes. */
export async function strikeFaults(parts: StrikeParts): Promise<void> {
  const { history, untilMs, random } = parts;
  const [next, nextLong] = [dealer(parts, [processFaults, linkFaults]), dealer(parts, [longFaults])];
  let [count, rows] = [0, 0];
  const anyGateway = () => {
    const gateway = random.pick(parts.topology.gateways);
    history.note({ type: 'hit', fault: count, gateway: gateway.name });
    return gateway;
  };
  while (history.now() < untilMs) {
    rows += 1;
    const isLong = rows % LONG_EVERY === 0;
    for (
      let left = isLong ? 1 : random.between(...IN_A_ROW);
      left > 0 && history.now() < untilMs;
      left -= 1
    ) {
      const fault = isLong ? nextLong() : next();
      count += 1;
      history.note({ type: 'fault', fault: count, name: fault.name });
      await fault.strike({ ...parts, anyGateway });
      history.note({ type: 'healed', fault: count });
      if (left > 1) await pause(random.between(...BETWEEN_MS));
    }
    if (history.now() < untilMs) await pause(CALM_MS);
  }
}

function dealer({ random, only }: StrikeParts, kinds: readonly (readonly Fault[])[]): () => Fault {
  const isWanted = ({ name }: Fault) => only?.some((part) => name.includes(part)) ?? true;
  const stacks = kinds
    .map((faults) => ({ faults: faults.filter(isWanted), left: [] as Fault[] }))
    .filter(({ faults }) => faults.length > 0);
  return () => {
    const stack = random.pick(stacks);
    if (stack.left.length === 0) stack.left = random.shuffle(stack.faults);
    const fault = stack.left.pop();
    if (!fault) throw new Error('There are no faults.');
    return fault;
  };
}
