import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../support/clients.ts';
import { signIn, type TestPerson } from '../../support/people.ts';
import { openTab } from './tab.ts';
import type { World } from './world.ts';

const EVERY_MS = 4000;
/** A sign-in lives so long, and its tab tries so long to come back after its end. */
const STAY_MS = 1500;
const LINGER_MS = 8000;
const KNOCKS_MS = [2500, 4500];
const TRY_MS = 4000;

/** People who sign in a second time and end that session elsewhere, while a tab of it goes on trying. */
export async function comeAndGo(world: World): Promise<void> {
  const leaving: Promise<void>[] = [];
  while (!world.writing.aborted) {
    leaving.push(leaveOnce(world, world.random.pick(world.people)));
    await pause(EVERY_MS);
  }
  await Promise.all(leaving);
}

async function leaveOnce(world: World, person: TestPerson): Promise<void> {
  const { topology, history, random } = world;
  const tokens = await signIn(random.pick(topology.doors).origin, person).catch(() => null);
  if (!tokens) return;
  const session = randomUUID();
  const parts = { history, session, token: tokens.accessToken, door: random.pick(topology.doors) };
  using tab = await openTab({ ...parts, name: `leaver ${session.slice(0, 8)}`, sub: person.sub });
  await pause(STAY_MS);
  if (!(await ended(world, tokens.accessToken))) return;
  history.note({ type: 'revoked', session: tab.session });
  await knockLater(world, session, tokens.accessToken);
  await pause(LINGER_MS - Math.max(...KNOCKS_MS));
}

/** Tries until it is answered; a session that is refused has ended already. */
async function ended({ topology, random }: World, token: string): Promise<boolean> {
  for (let tried = 0; tried < 3; tried += 1) {
    const client = createClient(random.pick(topology.doors).origin, token);
    const signal = AbortSignal.timeout(TRY_MS);
    const answer = await client.call('endSession', { body: {}, signal }).catch(() => null);
    if (answer?.status === 200 || answer?.status === 401) return true;
  }
  return false;
}

async function knockLater({ topology, history }: World, session: string, token: string): Promise<void> {
  let waited = 0;
  for (const after of KNOCKS_MS) {
    await pause(after - waited);
    waited = after;
    for (const { origin, gateway } of topology.doors) {
      const signal = AbortSignal.timeout(TRY_MS);
      const answer = await createClient(origin, token)
        .call('me', { signal })
        .catch(() => null);
      if (answer) history.note({ type: 'knocked', session, gateway, admitted: answer.status === 200 });
    }
  }
}
