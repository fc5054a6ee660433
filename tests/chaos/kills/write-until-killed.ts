import { createClient } from '../../support/clients.ts';
import type { UserAction } from '../workload/user-action.ts';
import { nextCreatingAction } from '../workload/action-plans.ts';
import type { SharedKnowledge } from '../workload/run-context.ts';

/** A started operation and the status of its answer; 0 when the outcome is unknown. */
export interface ActionAttempt {
  action: UserAction;
  status: number;
}

const DEVICES = 2;
const ANSWER_MS = 20_000;

export interface WriteTarget {
  origin: string;
  killed: AbortSignal;
  /** Receives each attempt as soon as it is finished. */
  attempts: ActionAttempt[];
}

/** Every user writes on two devices, sequentially on each, until the program is killed. */
export async function writeUntilKilled(
  shared: SharedKnowledge,
  { origin, killed, attempts }: WriteTarget,
): Promise<void> {
  const devices = shared.people.flatMap((person) => Array.from({ length: DEVICES }, () => person));
  await Promise.all(
    devices.map(async (person) => {
      while (!killed.aborted) {
        const action = nextCreatingAction(shared, person);
        attempts.push({ action, status: await sendAction(action, origin) });
      }
    }),
  );
}

/** @returns the status of the answer; 0 when there was none, or one that leaves the outcome open */
export async function sendAction(action: UserAction, origin: string): Promise<number> {
  const client = createClient(origin, action.person.accessToken);
  const how = { operation: action.id, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await action.send(client, how).catch(() => null);
  if (answer?.status === 200) action.onSuccess?.(answer.body);
  return answer && answer.status < 500 ? answer.status : 0;
}
