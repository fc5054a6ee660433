import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type TestClient } from '../../../support/clients.ts';
import type { TestPerson } from '../../../support/people.ts';
import { pairKey } from '../../../../client/devtools/simulation/checker/order.ts';
import type { RunContext } from './run-context.ts';

const EVERY_MS = 300;
const TRY_MS = 4000;

type Expiring = { expires_at?: string | null | undefined };

/** Reads the home feed and conversations at any gateway, repeatedly, to find expired cruds and messages. */
export async function readLists(run: RunContext): Promise<void> {
  const { topology, history, random, people, writing } = run;
  while (!writing.aborted) {
    await pause(EVERY_MS);
    const person = random.pick(people);
    const client = createClient(random.pick(topology.entryPoints).origin, person.accessToken);
    const requestedAt = Date.now();
    const list = await readList(run, person, client).catch(() => null);
    if (!list) continue;
    const ends = list.flatMap(({ expires_at: end }) => (end == null ? [] : [Date.parse(end)]));
    history.record({ type: 'read', requestedAt, soonest: ends.length > 0 ? Math.min(...ends) : null });
  }
}

function readList(
  { random, people, groups }: RunContext,
  person: TestPerson,
  client: TestClient,
): Promise<readonly Expiring[]> {
  const signal = AbortSignal.timeout(TRY_MS);
  const group = groups.get(pairKey(person.sub, random.pick(people).sub));
  if (group === undefined || random.next() < 0.5) return client.callOk('homeFeed', { signal });
  return client.callOk('messages', { signal, params: { message_group_uuid: group } });
}
