import { setTimeout as pause } from 'node:timers/promises';
import { createCleanup } from '../../support/cleanup.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import type { SharedKnowledge } from '../workload/run-context.ts';
import type { Violation } from '../checker/violation.ts';
import { createRandom } from '../random.ts';
import { openStreamObserver, type StreamObserver } from './stream-observer.ts';
import { checkActionOutcomes } from './check-action-outcomes.ts';
import { sendAction, writeUntilKilled, type ActionAttempt } from './write-until-killed.ts';

const PEOPLE = 4;
/** The time between the first answer and the kill, in milliseconds. */
const WRITES_MS = [0, 1200] as const;
const ANSWERED_WITHIN_MS = 60_000;
/** Longer than elsewhere: on a busy machine the first start, which creates the store, may need it. */
const READY_WITHIN_MS = 300_000;
const ENV = { PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };

export interface KillsOutcome {
  kills: number;
  /** Milliseconds from the start to the ready line, of each start after a kill that logged no error. */
  cleanStarts: number[];
  answered: number;
  /** Unanswered operations, and how many of them were executed. */
  unknown: number;
  executed: number;
  violations: Violation[];
}

/** Kills the program on its embedded store during writes, restarts it on the same folder, and checks the outcome. */
export async function runKills(kills: number, seed: number): Promise<KillsOutcome> {
  const cleanup = createCleanup();
  try {
    const folder = await createTempFolder();
    cleanup.defer(() => folder[Symbol.asyncDispose]());
    const start = async () => {
      const began = performance.now();
      const program = startProgram({ ...ENV, DATA_DIR: folder.path });
      cleanup.defer(() => program[Symbol.asyncDispose]());
      return {
        program,
        origin: await program.waitUntilReady(READY_WITHIN_MS),
        ms: performance.now() - began,
      };
    };
    let { program, origin } = await start();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(origin)));
    const readers = await Promise.all(people.map((person) => openStreamObserver(person, origin)));
    const shared: SharedKnowledge = {
      random: createRandom(seed),
      people,
      cruds: [],
      messages: [],
      groups: new Map(),
    };
    const outcome: KillsOutcome = {
      kills,
      cleanStarts: [],
      answered: 0,
      unknown: 0,
      executed: 0,
      violations: [],
    };
    const known = new Set<string>();
    for (let kill = 0; kill < kills; kill += 1) {
      const killed = new AbortController();
      const attempts: ActionAttempt[] = [];
      const writing = writeUntilKilled(shared, { origin, killed: killed.signal, attempts });
      const isAnswered = () => attempts.some(({ status }) => status === 200);
      await until(isAnswered, { what: 'an operation is answered', timeoutMs: ANSWERED_WITHIN_MS });
      await pause(shared.random.between(...WRITES_MS));
      killed.abort();
      program.sendSignal('SIGKILL');
      await writing;
      await program.waitForExit();
      const next = await start();
      ({ program, origin } = next);
      await checkRound({ attempts, readers, origin, known }, outcome);
      // Errors are logged to stderr.
      if (program.stderrLines().length === 0) outcome.cleanStarts.push(next.ms);
    }
    return outcome;
  } finally {
    await cleanup.run();
  }
}

interface Round {
  attempts: readonly ActionAttempt[];
  readers: readonly StreamObserver[];
  origin: string;
  /** The rows of all rounds. */
  known: Set<string>;
}

/** Reads the streams, repeats unanswered operations, and reads them again. */
async function checkRound({ attempts, readers, origin, known }: Round, outcome: KillsOutcome): Promise<void> {
  const readAndCheck = async (tries: readonly ActionAttempt[]) => {
    await Promise.all(readers.map((reader) => reader.catchUp(origin)));
    const outcomes = tries.map(({ action, status }) => ({
      ...action,
      status,
      timesSeen: countSightings(action, readers),
    }));
    outcome.violations.push(...checkActionOutcomes(outcomes));
    return outcomes;
  };
  for (const { action } of attempts) known.add(action.row);
  const atFirst = await readAndCheck(attempts);
  const open = attempts.filter(({ status }) => status === 0);
  outcome.unknown += open.length;
  outcome.executed += atFirst.filter(({ status, timesSeen }) => status === 0 && timesSeen.includes(1)).length;
  const settled = await Promise.all(
    attempts.map(async ({ action, status }) => ({
      action,
      status: status || (await resendUntilAnswered(action, origin)),
    })),
  );
  const atLast = await readAndCheck(settled);
  outcome.answered += atLast.filter(({ status }) => status === 200).length;
  outcome.violations.push(
    ...atLast
      .filter(({ status }) => status !== 200)
      .map(({ kind, row, status }): Violation => ({
        rule: 'contradicted',
        what: `${kind} ${row} was answered ${status} in the end`,
        at: null,
      })),
    ...checkUnknownRows(readers, known),
  );
}

/** As a client does: retries until it is answered; 0 when it never is. */
function resendUntilAnswered(action: ActionAttempt['action'], origin: string): Promise<number> {
  const answered = async () => (await sendAction(action, origin)) || null;
  return until(answered, { what: 'it is answered', timeoutMs: ANSWERED_WITHIN_MS }).catch(() => 0);
}

/** How often each recipient has received an operation: the two members of a message, or everyone. */
function countSightings(
  { kind, row, person, detail }: ActionAttempt['action'],
  readers: readonly StreamObserver[],
): number[] {
  const isRecipient = ({ sub }: TestPerson) => kind !== 'message' || sub === person.sub || sub === detail;
  return readers.filter((reader) => isRecipient(reader.person)).map((reader) => reader.countSeen(row));
}

function checkUnknownRows(readers: readonly StreamObserver[], known: ReadonlySet<string>): Violation[] {
  const rows = new Set(readers.flatMap((reader) => reader.seenRows()).filter((row) => !known.has(row)));
  const resets = readers.reduce((sum, reader) => sum + reader.resetCount(), 0);
  return [
    ...[...rows].map((row): Violation => ({
      rule: 'doubled',
      what: `${row} arrived and was never sent`,
      at: null,
    })),
    ...(resets === 0
      ? []
      : [{ rule: 'lost', what: `a stream was reset ${resets} times`, at: null } satisfies Violation]),
  ];
}
