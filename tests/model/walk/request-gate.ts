import { endpoints } from '@cruddur/shared';
import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until.ts';

/** What becomes of a held call: it goes on to who is asked, or the line is cut. */
export type RequestDecision = 'through' | 'cut';

/** The fate of a call whose line is cut. */
export const abortRequest = (): Promise<RequestDecision> => Promise.resolve('cut');

/** How far the page's clock goes between two looks for a further attempt, in milliseconds, and how often at a time. */
const CLOCK_STEP_MS = 20;
const CLOCK_STEPS = 5;

/** The line between a page and the product with its pool, on which calls are held until somebody says what becomes of them. */
export type RequestGate = {
  /** Which operations are held from now on, on a line that is whole: the pool's by their names, ours as the routes are called. */
  holdOperations: (operations: readonly string[]) => void;
  /** How many calls of an operation were made so far. */
  countRequests: (operation: string) => number;
  /**
   * Waits for a held call and decides on it; calls of that operation that follow on their own are decided alike. A cut call is
   * over when its client has given it up: the page's clock runs on until its last attempt.
   */
  decideRequest: (operation: string, fate: RequestDecision) => Promise<void>;
};

export async function interceptRequests(page: Page): Promise<RequestGate> {
  let held: readonly string[] = [];
  const waiting: { operation: string; route: Route }[] = [];
  const counts = new Map<string, number>();
  /** Cut operations, each with whether its last attempt was made. */
  const abortedOperations = new Map<string, boolean>();
  await page.route(/\/(local\/idp|api\/)/, async (route) => {
    const operation = findOperation(route);
    if (abortedOperations.has(operation)) return abort(operation, route);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    if (held.includes(operation)) waiting.push({ operation, route });
    else await route.continue();
  });
  async function abort(operation: string, route: Route): Promise<void> {
    await route.abort();
    abortedOperations.set(operation, isLastAttempt(route.request()));
  }
  /** The client waits between its attempts by the page's clock, which nothing but the walk moves. */
  async function isGivenUp(operation: string): Promise<boolean> {
    for (let tick = 0; abortedOperations.get(operation) === false && tick < CLOCK_STEPS; tick++)
      await page.clock.runFor(CLOCK_STEP_MS);
    return abortedOperations.get(operation) !== false;
  }
  const takeWaitingRoute = (operation: string) => {
    const index = waiting.findIndex((one) => one.operation === operation);
    return index < 0 ? undefined : waiting.splice(index, 1)[0]?.route;
  };
  return {
    holdOperations(operations) {
      held = operations;
      abortedOperations.clear();
    },
    countRequests: (operation) => counts.get(operation) ?? 0,
    async decideRequest(operation, fate) {
      const route = await until(() => takeWaitingRoute(operation), { what: `${operation} is asked` });
      if (fate === 'cut') {
        await abort(operation, route);
        await until(() => isGivenUp(operation), { what: `${operation} is given up` });
      } else {
        abortedOperations.delete(operation);
        await route.continue();
      }
    },
  };
}

/** Amplify and our own client number their attempts alike; what has no number is not tried again. */
function isLastAttempt(request: Request): boolean {
  const [, attempt, most] =
    /^attempt=(\d+); max=(\d+)$/.exec(request.headers()['amz-sdk-request'] ?? '') ?? [];
  return attempt === most;
}

function findOperation(route: Route): string {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (pathname === '/local/idp') return request.headers()['x-amz-target']?.split('.').at(-1) ?? '';
  const isAsked = ({ method, path }: { method: string; path: string }) =>
    method === request.method() && toPathPattern(path).test(pathname);
  return Object.entries(endpoints).find(([, address]) => isAsked(address))?.[0] ?? '';
}

const toPathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
