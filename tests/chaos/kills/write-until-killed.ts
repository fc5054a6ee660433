import { createClient } from '../../support/clients.ts';
import type { UserAction } from '../workload/user-action.ts';
import { nextCreatingAction } from '../workload/action-plans.ts';
import type { SharedKnowledge } from '../workload/run-context.ts';

/** What was begun, and the status of its answer; 0 when nobody knows. */
export interface ActionAttempt {
  act: UserAction;
  status: number;
}

const DEVICES = 2;
const ANSWER_MS = 20_000;

export interface WriteTarget {
  origin: string;
  killed: AbortSignal;
  /** Where each attempt goes as soon as it is over. */
  attempts: ActionAttempt[];
}

/** Everybody writes at two devices, one act after the other, until the program is killed. */
export async function writeUntilKilled(
  knowledge: SharedKnowledge,
  { origin, killed, attempts }: WriteTarget,
): Promise<void> {
  const devices = knowledge.people.flatMap((person) => Array.from({ length: DEVICES }, () => person));
  await Promise.all(
    devices.map(async (person) => {
      while (!killed.aborted) {
        const act = nextCreatingAction(knowledge, person);
        attempts.push({ act, status: await sendAction(act, origin) });
      }
    }),
  );
}

/** @returns the status of the answer; 0 when there was none, or one that says that nobody knows */
export async function sendAction(act: UserAction, origin: string): Promise<number> {
  const client = createClient(origin, act.person.accessToken);
  const how = { operation: act.id, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await act.send(client, how).catch(() => null);
  if (answer?.status === 200) act.onSuccess?.(answer.body);
  return answer && answer.status < 500 ? answer.status : 0;
}
