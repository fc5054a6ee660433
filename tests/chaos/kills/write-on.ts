import { createClient } from '../../support/clients.ts';
import type { Act } from '../cast/act.ts';
import { nextMaking } from '../cast/plans.ts';
import type { Knowledge } from '../cast/world.ts';

/** What was begun, and the status of its answer; 0 when nobody knows. */
export interface Attempt {
  act: Act;
  status: number;
}

const DEVICES = 2;
const ANSWER_MS = 20_000;

export interface Writing {
  origin: string;
  killed: AbortSignal;
  /** Where each attempt goes as soon as it is over. */
  attempts: Attempt[];
}

/** Everybody writes at two devices, one act after the other, until the program is killed. */
export async function writeOn(knowledge: Knowledge, { origin, killed, attempts }: Writing): Promise<void> {
  const devices = knowledge.people.flatMap((person) => Array.from({ length: DEVICES }, () => person));
  await Promise.all(
    devices.map(async (person) => {
      while (!killed.aborted) {
        const act = nextMaking(knowledge, person);
        attempts.push({ act, status: await sendOnce(act, origin) });
      }
    }),
  );
}

/** @returns the status of the answer; 0 when there was none, or one that says that nobody knows */
export async function sendOnce(act: Act, origin: string): Promise<number> {
  const client = createClient(origin, act.person.accessToken);
  const how = { operation: act.id, signal: AbortSignal.timeout(ANSWER_MS) };
  const answer = await act.send(client, how).catch(() => null);
  if (answer?.status === 200) act.done?.(answer.body);
  return answer && answer.status < 500 ? answer.status : 0;
}
