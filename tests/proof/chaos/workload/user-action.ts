import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type TestResponse, type TestClient } from '../../../support/clients.ts';
import type { TestPerson } from '../../../support/people.ts';
import type { ActionKind } from '../../../../client/devtools/simulation/checker/records.ts';
import type { RunContext } from './run-context.ts';

/** The options of one attempt. */
export interface RequestAttempt {
  operation: string;
  signal: AbortSignal;
}

/** One action of a user, the same over all its attempts. */
export interface UserAction {
  id: string;
  kind: ActionKind;
  person: TestPerson;
  /** The created or affected row. */
  row: string;
  /** The other person of a message, reply, block or mute, by sub; or the chosen lifetime. */
  detail?: string;
  send(client: TestClient, how: RequestAttempt): Promise<TestResponse>;
  /** Called with the body of a 200. */
  onSuccess?(body: unknown): void;
}

const TRIES = 3;
const TRY_MS = 4000;
/** The share of answers that are dropped, so that the repeat of an executed action does not depend on a fault at that moment. */
const LOST_ANSWERS = 0.05;

/** Executes an action at any gateways, with the client's retries. @returns false when its outcome is unknown */
export async function performAction(run: RunContext, action: UserAction): Promise<boolean> {
  const { id, kind, person, row, detail } = action;
  run.history.record({
    type: 'invoked',
    id,
    kind,
    sub: person.sub,
    row,
    ...(detail !== undefined && { detail }),
  });
  return resolveUnknownAction(run, action);
}

/** Repeats an action whose outcome is unknown. @returns false when it still is */
export async function resolveUnknownAction(run: RunContext, action: UserAction): Promise<boolean> {
  const status = await sendWithRetries(run, action);
  run.history.record({ type: 'answered', id: action.id, status });
  return status !== 0;
}

/** The first definite answer, or 0. */
async function sendWithRetries(run: RunContext, action: UserAction): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await pause(100 * 2 ** tried * (1 + run.random.next()));
    const answer = await sendOnceAnywhere(run, action);
    if (!answer || answer.status >= 500 || answer.status === 429) continue;
    if (tried === 0 && run.random.next() < LOST_ANSWERS) continue;
    if (answer.status === 200) action.onSuccess?.(answer.body);
    return answer.status;
  }
  return 0;
}

async function sendOnceAnywhere(
  { topology, random }: RunContext,
  action: UserAction,
): Promise<TestResponse | null> {
  const client = createClient(random.pick(topology.entryPoints).origin, action.person.accessToken);
  try {
    return await action.send(client, { operation: action.id, signal: AbortSignal.timeout(TRY_MS) });
  } catch {
    return null;
  }
}
