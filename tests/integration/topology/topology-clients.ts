import { createClient } from '../../support/clients.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { postUntilAnswered } from '../../support/post-until-answered.ts';
import type { Topology } from '../../support/services/topology.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** As many people as there are gateways, each with a tab at another one. */
export interface TopologyClients extends Disposable {
  people: readonly TestPerson[];
  tabs: TestSocket[];
}

export async function connectClients({ proxy, gateways }: Topology): Promise<TopologyClients> {
  const people = await Promise.all(gateways.map(() => signUp(proxy.url)));
  const tabs: TestSocket[] = [];
  // One after the other, so that the door gives each to the next gateway.
  for (const { accessToken } of people) tabs.push(await connectSocket(proxy.url, { token: accessToken }));
  return {
    people, tabs,
    [Symbol.dispose]() {
      for (const tab of tabs) tab[Symbol.dispose]();
    },
  };
}

/** What a gateway says is away; null when it does not answer. */
export async function readDegraded(url: string): Promise<string[] | null> {
  const answer = await createClient(url)
    .send('GET', '/readyz')
    .catch(() => null);
  return answer && (answer.body as { degraded: string[] }).degraded;
}

/** Waits until every one of them hears the others through Redis. */
export async function waitUntilHealthy(urls: readonly string[]): Promise<void> {
  const isWell = async (url: string) => (await readDegraded(url))?.length === 0;
  await until(async () => (await Promise.all(urls.map(isWell))).every(Boolean), {
    what: 'Redis carries messages between all gateways',
    timeoutMs: 20_000,
  });
}

/** Each of them posts so many, one after the other, all at once. @returns the uuids */
export async function postFromEach(people: readonly TestPerson[], count: number): Promise<string[]> {
  const writes = people.map(async (person, who) => {
    const made: string[] = [];
    for (let n = 0; n < count; n += 1) made.push(await postUntilAnswered(person, `crud ${n} of ${who}`));
    return made;
  });
  return (await Promise.all(writes)).flat();
}

/** Waits until a tab shows all of these. @returns everything posted that it heard, in its order */
export async function waitForCruds(tab: TestSocket, uuids: readonly string[]): Promise<string[]> {
  const heard = () =>
    tab.applied.public.flatMap((event) => (event.kind === 'activity.created' ? [event.data.uuid] : []));
  await until(() => uuids.every((uuid) => heard().includes(uuid)), {
    what: 'a tab hears all that was posted',
  });
  return heard();
}

/** The budget of one person for looking others up, a minute. */
const LOOKUPS = 120;

/**
 * One person looks somebody up, a few times more often than the budget holds. @returns how many calls were refused; none
 * would be if each gateway counted for itself, for it sees a third of them
 */
export async function exceedLookupBudget(person: TestPerson): Promise<number> {
  let left = LOOKUPS + 30;
  let refused = 0;
  const look = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await person.call('shortUser', { params: { handle: person.handle } });
      if (status === 429) refused += 1;
      else if (status !== 200) throw new Error(`shortUser answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, look));
  return refused;
}
