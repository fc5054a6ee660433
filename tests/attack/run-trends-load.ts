/** Many tabs that show the side column and search, at one gateway. */
export interface TrendsLoad {
  url: string;
  /** An access token. */
  token: string;
  tabs: number;
  /** The interval of each kind of request of a tab. */
  everyMs: number;
  forMs: number;
  /** Searched in turn; a filled store has some of each kind, see `TERMS`. */
  terms?: readonly string[];
}

export interface CallStats {
  count: number;
  /** Answers other than 200, and calls that failed. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/** In a filled store: frequent and rare words, two words, hashtags and users by one letter and by more. */
const SEARCH_TERMS = [
  ...['the', 'th', 'w0', 'w49', 'of v1', 'the v4999', '#tcfcd208495d565ef66e7dff9f98764da', '#t', '#more'],
  ...['p', '@p', '@p1a', 'a', 'abc', 'nothing like this'],
];

/** @returns the duration of each kind of call, as measured by its caller */
export async function runTrendsLoad(load: TrendsLoad): Promise<Record<string, CallStats>> {
  const until = performance.now() + load.forMs;
  const calls = new Map<string, number[]>();
  const failures = new Map<string, number>();
  const { terms = SEARCH_TERMS } = load;

  const measureCall = async (kind: string, path: string) => {
    const from = performance.now();
    const isAnswered = await requestOk(load, path);
    const took = performance.now() - from;
    calls.set(kind, [...(calls.get(kind) ?? []), took]);
    if (!isAnswered) failures.set(kind, (failures.get(kind) ?? 0) + 1);
  };

  const paths = [
    ['trends', '/api/trends'],
    ['suggested', '/api/users/suggested'],
    ...terms.map((term) => [`search ${term}`, `/api/activities/search?term=${encodeURIComponent(term)}`]),
  ] as const;

  const tab = async (number: number) => {
    // Tabs are spread over the interval, and the terms over the tabs.
    let next = performance.now() + (load.everyMs * number) / load.tabs;
    for (let turn = number; next < until; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      const [kind, path] = paths[turn % paths.length] ?? paths[0];
      await measureCall(kind, path);
      next += load.everyMs;
    }
  };
  await Promise.all(Array.from({ length: load.tabs }, (_, number) => tab(number)));
  return Object.fromEntries(
    [...calls].map(([kind, took]) => [kind, computeStats(took, failures.get(kind) ?? 0)]),
  );
}

async function requestOk({ url, token }: TrendsLoad, path: string): Promise<boolean> {
  try {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

function computeStats(took: readonly number[], failed: number): CallStats {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: took.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** All calls together. */
export function combineStats(
  figures: Readonly<Record<string, CallStats>>,
): Pick<CallStats, 'count' | 'failed' | 'p99Ms'> {
  const all = Object.values(figures);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    p99Ms: Math.max(...all.map(({ p99Ms }) => p99Ms)),
  };
}
