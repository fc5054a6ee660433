import { setTimeout as pause } from 'node:timers/promises';
import type { TestPerson } from '../../../support/people.ts';
import type { EntryPoint } from '../topology/topology.ts';
import { openRecordedTab, type RecordedTab } from './recorded-tab.ts';
import type { RunContext } from './run-context.ts';

/** One tab per user stays; at this interval another tab of a user is closed and a new one opened. */
const CHURN_MS = 4000;

export interface TabPool extends Disposable {
  /** Closes and opens tabs until the writing ends. */
  replaceTabs(): Promise<void>;
  /** The likes that each open tab last received. */
  likesOf(row: string): { tab: string; likes: number | null }[];
  /** True when every open tab is at these heads, by the streams' names in the store. */
  areAllAt(heads: ReadonlyMap<string, number>): boolean;
}

/** Two tabs per user: one through the load balancer, one bound to a gateway. */
export function openTabPool(run: RunContext): TabPool {
  const { topology, people, history, random, writing } = run;
  let count = 0;

  function openFor(person: TestPerson, entryPoint: EntryPoint): RecordedTab {
    count += 1;
    const parts = { sub: person.sub, session: person.sub, token: person.accessToken };
    return openRecordedTab({
      history,
      name: `tab ${count}`,
      entryPoint,
      ...parts,
    });
  }

  const gateways = topology.entryPoints.filter(({ gateway }) => gateway !== null);
  const tabs: RecordedTab[] = [];
  for (const [index, person] of people.entries()) {
    tabs.push(openFor(person, topology.front));
    const own = gateways[index % gateways.length];
    if (own) tabs.push(openFor(person, own));
  }

  return {
    async replaceTabs() {
      while (!writing.aborted) {
        tabs.splice(random.between(0, tabs.length - 1), 1)[0]?.[Symbol.dispose]();
        tabs.push(openFor(random.pick(people), topology.front));
        await pause(CHURN_MS);
      }
    },
    likesOf: (row) => tabs.map((tab) => ({ tab: tab.name, likes: tab.likesOf(row) })),
    areAllAt: (heads) =>
      tabs.every(
        (tab) =>
          tab.cursor('public')?.seq === heads.get('public') &&
          tab.cursor('me')?.seq === (heads.get(`user:${tab.sub}`) ?? 0),
      ),
    [Symbol.dispose]() {
      for (const tab of tabs) tab[Symbol.dispose]();
    },
  };
}
