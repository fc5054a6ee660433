import { addresses } from '@cruddur/shared';
import type { Page, Route } from 'playwright-core';
import { until } from '../../support/until.ts';

/** What becomes of a held call: it goes on to who is asked, or the line is cut. */
export type Fate = 'through' | 'cut';

/** The fate of a call whose line is cut. */
export const cutTheLine = (): Promise<Fate> => Promise.resolve('cut');

/** The line between a page and the product with its pool, on which calls are held until somebody says what becomes of them. */
export type Line = {
  /** Which operations are held from now on, on a line that is whole: the pool's by their names, ours as the routes are called. */
  hold: (operations: readonly string[]) => void;
  /** How many calls of an operation were made so far. */
  count: (operation: string) => number;
  /** Waits for a held call and decides on it; calls of that operation that follow on their own are decided alike. */
  decide: (operation: string, fate: Fate) => Promise<void>;
};

export async function holdTheLine(page: Page): Promise<Line> {
  let held: readonly string[] = [];
  const waiting: { operation: string; route: Route }[] = [];
  const counts = new Map<string, number>();
  const cut = new Set<string>();
  await page.route(/\/(local\/idp|api\/)/, async (route) => {
    const operation = operationOf(route);
    if (cut.has(operation)) return route.abort();
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    if (held.includes(operation)) waiting.push({ operation, route });
    else await route.continue();
  });
  const take = (operation: string) => {
    const index = waiting.findIndex((one) => one.operation === operation);
    return index < 0 ? undefined : waiting.splice(index, 1)[0]?.route;
  };
  return {
    hold(operations) {
      held = operations;
      cut.clear();
    },
    count: (operation) => counts.get(operation) ?? 0,
    async decide(operation, fate) {
      const route = await until(() => take(operation), { what: `${operation} is asked` });
      // The library tries a cut call again by itself; until the line is whole again that is the same call.
      if (fate === 'cut') cut.add(operation);
      else cut.delete(operation);
      await (fate === 'cut' ? route.abort() : route.continue());
    },
  };
}

function operationOf(route: Route): string {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (pathname === '/local/idp') return request.headers()['x-amz-target']?.split('.').at(-1) ?? '';
  const isAsked = ({ method, path }: { method: string; path: string }) =>
    method === request.method() && patternOf(path).test(pathname);
  return Object.entries(addresses).find(([, address]) => isAsked(address))?.[0] ?? '';
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
