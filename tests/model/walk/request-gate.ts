import { endpoints } from '@cruddur/shared';
import type { Page, Request, Route } from 'playwright-core';
import { until } from '../../support/until.ts';

/** The outcome of a held call: it is forwarded or refused, its connection is cut, or the server fails with status 500. */
export type RequestDecision = 'through' | 'refused' | FailureDecision;
type FailureDecision = 'cut' | 'server error';

/** The outcome of a call whose connection is cut. */
export const abortRequest = (): Promise<RequestDecision> => Promise.resolve('cut');

/** The page time between two checks for another attempt, in milliseconds, and the number of checks. */
const CLOCK_STEP_MS = 20;
const CLOCK_STEPS = 5;

/** Holds calls between a page and the product with its pool, until a walk decides their outcomes. */
export type RequestGate = {
  /** The operations that are held from now on; all others are forwarded: the pool's by name, ours by route name. */
  holdOperations: (operations: readonly string[]) => void;
  /** The number of calls of an operation so far. */
  countRequests: (operation: string) => number;
  /**
   * Waits for a held call and decides its outcome; later calls of that operation get the same. A failed call ends when its client
   * gives up: the page's clock runs until its last attempt.
   */
  decideRequest: (operation: string, decision: RequestDecision) => Promise<void>;
};

export async function interceptRequests(page: Page): Promise<RequestGate> {
  let held: readonly string[] = [];
  const waiting: { operation: string; route: Route }[] = [];
  const counts = new Map<string, number>();
  /** Failed operations, each with whether its last attempt was made. */
  const failedOperations = new Map<string, { decision: FailureDecision; isGivenUp: boolean }>();
  await page.route(/\/(local\/idp|api\/)/, async (route) => {
    const operation = findOperation(route);
    const failed = failedOperations.get(operation);
    if (failed) return fail(operation, route, failed.decision);
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    if (held.includes(operation)) waiting.push({ operation, route });
    else await route.continue();
  });
  async function fail(operation: string, route: Route, decision: FailureDecision): Promise<void> {
    await (decision === 'cut' ? route.abort() : route.fulfill({ status: 500 }));
    failedOperations.set(operation, { decision, isGivenUp: isLastAttempt(route.request()) });
  }
  /** The client's retry delays follow the page's clock, which only the walk advances. */
  async function isGivenUp(operation: string): Promise<boolean> {
    for (let tick = 0; failedOperations.get(operation)?.isGivenUp === false && tick < CLOCK_STEPS; tick++)
      await page.clock.runFor(CLOCK_STEP_MS);
    return failedOperations.get(operation)?.isGivenUp !== false;
  }
  const takeWaitingRoute = (operation: string) => {
    const index = waiting.findIndex((one) => one.operation === operation);
    return index < 0 ? undefined : waiting.splice(index, 1)[0]?.route;
  };
  return {
    holdOperations(operations) {
      held = operations;
      failedOperations.clear();
    },
    countRequests: (operation) => counts.get(operation) ?? 0,
    async decideRequest(operation, decision) {
      const route = await until(() => takeWaitingRoute(operation), { what: `${operation} is requested` });
      if (decision === 'through' || decision === 'refused') {
        failedOperations.delete(operation);
        await (decision === 'through'
          ? route.continue()
          : route.fulfill({ status: 422, json: ['message_blank'] }));
      } else {
        await fail(operation, route, decision);
        await until(() => isGivenUp(operation), { what: `${operation} is given up` });
      }
    },
  };
}

/** Amplify and our own client number their attempts alike; a call without a number is not retried. */
function isLastAttempt(request: Request): boolean {
  const [, attempt, most] =
    /^attempt=(\d+); max=(\d+)$/.exec(request.headers()['amz-sdk-request'] ?? '') ?? [];
  return attempt === most;
}

function findOperation(route: Route): string {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (pathname === '/local/idp') return request.headers()['x-amz-target']?.split('.').at(-1) ?? '';
  const isRequested = ({ method, path }: { method: string; path: string }) =>
    method === request.method() && toPathPattern(path).test(pathname);
  return Object.entries(endpoints).find(([, address]) => isRequested(address))?.[0] ?? '';
}

const toPathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
