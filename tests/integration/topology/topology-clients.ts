import { createClient } from '../../support/clients.ts';
import { signUp, type TestPerson } from '../../support/people.ts';
import { postUntilAnswered } from '../../support/post-until-answered.ts';
import type { Topology } from '../../support/services/topology.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** One user for each gateway, each with a tab at another one. */
export interface TopologyClients extends Disposable {
  people: readonly TestPerson[];
  tabs: TestSocket[];
}

export async function connectClients({ proxy, gateways }: Topology): Promise<TopologyClients> {
  const people = await Promise.all(gateways.map(() => signUp(proxy.url)));
  const tabs: TestSocket[] = [];
  // In turn, so that the proxy assigns each to the next gateway.
  for (const { accessToken } of people) tabs.push(await connectSocket(proxy.url, { token: accessToken }));
  return {
    people,
    tabs,
    [Symbol.dispose]() {
      for (const tab of tabs) tab[Symbol.dispose]();
    },
  };
}

/** The services that a gateway reports as unreachable; null without an answer. */
export async function readDegraded(url: string): Promise<string[] | null> {
  const answer = await createClient(url)
    .send('GET', '/readyz')
    .catch(() => null);
  return answer && (answer.body as { degraded: string[] }).degraded;
}

/** Waits until each gateway receives the others through Redis. */
export async function waitUntilHealthy(urls: readonly string[]): Promise<void> {
  const isHealthy = async (url: string) => (await readDegraded(url))?.length === 0;
  await until(async () => (await Promise.all(urls.map(isHealthy))).every(Boolean), {
    what: 'Redis carries messages between all gateways',
    timeoutMs: 20_000,
  });
}

/** Posts the given number of cruds per user, all users at once. @returns the uuids */
export async function postFromEach(people: readonly TestPerson[], count: number): Promise<string[]> {
  const writes = people.map(async (person, index) => {
    const made: string[] = [];
    for (let n = 0; n < count; n += 1) made.push(await postUntilAnswered(person, `crud ${n} of ${index}`));
    return made;
  });
  return (await Promise.all(writes)).flat();
}

/** Waits until a tab shows all of these. @returns every post that it received, in order */
export async function waitForCruds(tab: TestSocket, uuids: readonly string[]): Promise<string[]> {
  const received = () =>
    tab.applied.public.flatMap((event) => (event.kind === 'activity.created' ? [event.data.uuid] : []));
  await until(() => uuids.every((uuid) => received().includes(uuid)), {
    what: 'a tab receives every post',
  });
  return received();
}

/** The rate budget of one user for lookups per minute. */
const LOOKUPS = 120;

/**
 * Looks a user up a few times more often than the budget allows. @returns the number of refused calls; it would be 0
 * if each gateway counted alone, because each receives a third of them
 */
export async function exceedLookupBudget(person: TestPerson): Promise<number> {
  let left = LOOKUPS + 30;
  let refused = 0;
  const exceed = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await person.call('shortUser', { params: { handle: person.handle } });
      if (status === 429) refused += 1;
      else if (status !== 200) throw new Error(`shortUser answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, exceed));
  return refused;
}
