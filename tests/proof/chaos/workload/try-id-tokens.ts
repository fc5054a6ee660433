import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../support/clients.ts';
import { openSocket } from '../../../support/sockets.ts';
import { until } from '../../../support/until.ts';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 3000;
const TRY_MS = 4000;

/** Presents ID tokens, which identify a user and give no access, to API and socket. */
export async function tryIdTokens(run: RunContext): Promise<void> {
  const { topology, history, random, people } = run;
  while (!run.writing.aborted) {
    const { idToken } = random.pick(people);
    const { origin, gateway } = random.pick(topology.entryPoints);
    for (const admitted of [await callWith(origin, idToken), await connectWith(origin, idToken)]) {
      if (admitted !== null) history.record({ type: 'access-attempted', session: null, gateway, admitted });
    }
    await pause(EVERY_MS);
  }
}

/** Null without an answer. */
async function callWith(origin: string, token: string): Promise<boolean | null> {
  const signal = AbortSignal.timeout(TRY_MS);
  const answer = await createClient(origin, token)
    .call('homeFeed', { signal })
    .catch(() => null);
  return answer ? answer.status === 200 : null;
}

async function connectWith(origin: string, token: string): Promise<boolean> {
  using socket = openSocket(origin, { token });
  const isIn = () => socket.frames.ready.length > 0;
  let isOver = false;
  void socket.waitForEnd().then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await until(() => isIn() || isOver, { what: 'the socket is accepted or refused', timeoutMs: 20_000 });
  return isIn();
}
