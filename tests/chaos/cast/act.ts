import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Answer, type TestClient } from '../../support/clients.ts';
import type { TestPerson } from '../../support/people.ts';
import type { ActKind } from '../history/records.ts';
import type { World } from './world.ts';

/** How one try is sent. */
export interface Try {
  operation: string;
  signal: AbortSignal;
}

/** One act of a person, the same over all its tries. */
export interface Act {
  id: string;
  kind: ActKind;
  person: TestPerson;
  /** What it makes or is about. */
  row: string;
  send(client: TestClient, how: Try): Promise<Answer>;
  /** Called with the body of an answer 200. */
  done?(body: unknown): void;
}

const TRIES = 3;
const TRY_MS = 4000;

/** Does an act over any gateways, with the client's retries. @returns false when nobody knows whether it was carried out */
export async function perform(world: World, act: Act): Promise<boolean> {
  const { history } = world;
  history.note({ type: 'invoked', id: act.id, kind: act.kind, sub: act.person.sub, row: act.row });
  const status = await lastWord(world, act);
  history.note({ type: 'answered', id: act.id, status });
  return status !== 0;
}

/** Asks again after an act whose outcome is unknown. @returns false when it still is */
export async function settle(world: World, act: Act): Promise<boolean> {
  const status = await lastWord(world, act);
  world.history.note({ type: 'answered', id: act.id, status });
  return status !== 0;
}

/** The first answer that is one, or 0. */
async function lastWord(world: World, act: Act): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (tried > 0) await pause(100 * 2 ** tried * (1 + world.random.next()));
    const answer = await tryOnce(world, act);
    if (!answer || answer.status >= 500 || answer.status === 429) continue;
    if (answer.status === 200) act.done?.(answer.body);
    return answer.status;
  }
  return 0;
}

async function tryOnce({ topology, random }: World, act: Act): Promise<Answer | null> {
  const client = createClient(random.pick(topology.doors).origin, act.person.accessToken);
  try {
    return await act.send(client, { operation: act.id, signal: AbortSignal.timeout(TRY_MS) });
  } catch {
    return null;
  }
}
