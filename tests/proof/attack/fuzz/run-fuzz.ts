import { isErrorCode, type RouteName } from '@cruddur/shared';
import { createRandom, type Random } from '../../../../client/devtools/simulation/random.ts';
import { createHttpInput } from './http-input.ts';
import { createPoolInput } from './pool-input.ts';
import { createRawInput } from './raw-input.ts';
import { sendFrames } from './send-frames.ts';
import { sendRaw } from './send-raw.ts';
import { createSocketInput } from './socket-input.ts';
import type { FuzzTargets } from './targets.ts';
import { createFuzzClient, type FuzzAnswer, type FuzzClient } from './fuzz-client.ts';

export type FuzzKind = 'http' | 'pool' | 'raw' | 'socket';

export interface FuzzRun {
  ports: readonly number[];
  targets: FuzzTargets;
  seed: number;
  /** The number of the first input. */
  from: number;
  count: number;
  /** Called after this many inputs, with no request in progress. */
  checkpoints: { at: readonly number[]; call: (sent: number) => Promise<void> };
}

export interface FuzzOutcome {
  sent: Record<FuzzKind, number>;
  statuses: Record<number, number>;
  /** How many inputs of each call were answered 200, so had a valid target; a call without one is missing. */
  succeeded: Partial<Record<RouteName, number>>;
  /** Each with the number of its input and, if it is short, the input. */
  faults: string[];
}

const WORKERS = 48;
/** Inputs of one number share a socket; a gateway closes it after ten malformed frames. */
const FRAMES_PER_SOCKET = 12;
const MAX_FAULTS = 20;
const SHOWN_CHARACTERS = 600;

/** Sends inputs that depend on the seed and their number only, over kept connections. Ends early after many faults. */
export async function runFuzz(run: FuzzRun): Promise<FuzzOutcome> {
  const sent = { http: 0, pool: 0, raw: 0, socket: 0 };
  const outcome: FuzzOutcome = { sent, statuses: {}, succeeded: {}, faults: [] };
  const end = run.from + run.count;
  const stops = [...run.checkpoints.at.filter((at) => at < run.count), run.count];
  let next = run.from;
  for (const stop of stops) {
    const last = Math.min(end, run.from + stop);
    const takeIndex = () => {
      if (next >= last || outcome.faults.length >= MAX_FAULTS) return undefined;
      const number = next;
      next += chooseKind(createInputRandom(run, number)) === 'socket' ? FRAMES_PER_SOCKET : 1;
      return number;
    };
    await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) =>
        runWorker(run, { worker, takeInputNumber: takeIndex, outcome }),
      ),
    );
    await run.checkpoints.call(stop);
  }
  return outcome;
}

interface Worker {
  worker: number;
  takeInputNumber: () => number | undefined;
  outcome: FuzzOutcome;
}

async function runWorker(run: FuzzRun, { worker, takeInputNumber, outcome }: Worker): Promise<void> {
  const port = run.ports[worker % run.ports.length] ?? 0;
  using client = createFuzzClient(`http://127.0.0.1:${port}`);
  for (let number = takeInputNumber(); number !== undefined; number = takeInputNumber()) {
    // One generator for both: from a second one, the first draw of the input would repeat that of its kind.
    const random = createInputRandom(run, number);
    const kind = chooseKind(random);
    const { input, fault } = await sendOne(kind, { run, random, client, port, outcome });
    outcome.sent[kind] += kind === 'socket' ? FRAMES_PER_SOCKET : 1;
    if (fault !== null) outcome.faults.push(`input ${number} (${kind}) ${fault}: ${formatInput(input)}`);
  }
}

interface SendContext {
  run: FuzzRun;
  random: Random;
  client: FuzzClient;
  port: number;
  outcome: FuzzOutcome;
}

async function sendOne(kind: FuzzKind, { run, random, client, port, outcome }: SendContext) {
  const { targets } = run;
  if (kind === 'raw') {
    const input = createRawInput(random);
    return { input: input.bytes, fault: await sendRaw(port, input) };
  }
  if (kind === 'socket') {
    const person = random.pick(targets.people);
    const frames = Array.from({ length: FRAMES_PER_SOCKET }, () => createSocketInput(random, person));
    const fault = await sendFrames({ port, token: person.accessToken, frames });
    return { input: Buffer.concat(frames), fault };
  }
  const { bytes: input, call } =
    kind === 'http'
      ? createHttpInput(random, targets)
      : { bytes: createPoolInput(random, targets), call: null };
  const answer = await client.send(input);
  outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1;
  if (call && answer.status === 200) outcome.succeeded[call] = (outcome.succeeded[call] ?? 0) + 1;
  return { input, fault: findAnswerFault(kind, input, answer) };
}

/** Half calls, a quarter pool; each malformed HTTP input takes a connection. */
function chooseKind(random: Random): FuzzKind {
  const chance = random.next();
  if (chance < 0.63) return 'http';
  if (chance < 0.95) return 'pool';
  return chance < 0.975 ? 'raw' : 'socket';
}

/** A generator for each input, so that one input can be repeated alone. */
const createInputRandom = ({ seed }: FuzzRun, number: number) =>
  createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));

function findAnswerFault(kind: FuzzKind, input: Buffer, { status, body }: FuzzAnswer): string | null {
  if (status === 0) return 'got no answer';
  if (status >= 500) return `was answered ${status} ${body.slice(0, 200)}`;
  const isCall = kind === 'http' && /^\w+ \/api\//.test(input.toString('latin1', 0, 20));
  if (!isCall || status < 400) return null;
  return areCodes(body) ? null : `was answered ${status} without known codes: ${body.slice(0, 200)}`;
}

function areCodes(body: string): boolean {
  try {
    const codes: unknown = JSON.parse(body);
    return Array.isArray(codes) && codes.length > 0 && codes.every(isErrorCode);
  } catch {
    return false;
  }
}

const formatInput = (input: Buffer) => JSON.stringify(input.toString('latin1', 0, SHOWN_CHARACTERS));
