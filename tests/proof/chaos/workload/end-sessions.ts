import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../support/clients.ts';
import { signIn, type TestPerson } from '../../../support/people.ts';
import { openRecordedTab } from './recorded-tab.ts';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 4000;
/** The lifetime of a sign-in, and the time for which its tab tries to reconnect after its end. */
const SIGNED_IN_MS = 1500;
const WATCH_MS = 8000;
const RETRIES_MS = [2500, 4500];
const TRY_MS = 4000;

/** Users sign in a second time and end that session elsewhere, while a tab of it keeps reconnecting. */
export async function endSessionsRepeatedly(run: RunContext): Promise<void> {
  const leaving: Promise<void>[] = [];
  while (!run.writing.aborted) {
    leaving.push(endOneSession(run, run.random.pick(run.people)));
    await pause(EVERY_MS);
  }
  await Promise.all(leaving);
}

async function endOneSession(run: RunContext, person: TestPerson): Promise<void> {
  const { topology, history, random } = run;
  const tokens = await signIn(random.pick(topology.entryPoints).origin, person).catch(() => null);
  if (!tokens) return;
  const session = randomUUID();
  const parts = {
    history,
    session,
    token: tokens.accessToken,
    entryPoint: random.pick(topology.entryPoints),
  };
  using tab = openRecordedTab({ ...parts, name: `leaver ${session.slice(0, 8)}`, sub: person.sub });
  await pause(SIGNED_IN_MS);
  if (!(await endSession(run, tokens.accessToken))) return;
  history.record({ type: 'revoked', session: tab.session });
  await retryAfterEnd(run, session, tokens.accessToken);
  await pause(WATCH_MS - Math.max(...RETRIES_MS));
}

/** Retries until it is answered; a refused session has already ended. */
async function endSession({ topology, random }: RunContext, token: string): Promise<boolean> {
  for (let tried = 0; tried < 3; tried += 1) {
    const client = createClient(random.pick(topology.entryPoints).origin, token);
    const signal = AbortSignal.timeout(TRY_MS);
    const answer = await client.call('endSession', { body: {}, signal }).catch(() => null);
    if (answer?.status === 200 || answer?.status === 401) return true;
  }
  return false;
}

async function retryAfterEnd(
  { topology, history }: RunContext,
  session: string,
  token: string,
): Promise<void> {
  let waited = 0;
  for (const after of RETRIES_MS) {
    await pause(after - waited);
    waited = after;
    for (const { origin, gateway } of topology.entryPoints) {
      const signal = AbortSignal.timeout(TRY_MS);
      const answer = await createClient(origin, token)
        .call('me', { signal })
        .catch(() => null);
      if (answer)
        history.record({ type: 'access-attempted', session, gateway, admitted: answer.status === 200 });
    }
  }
}
