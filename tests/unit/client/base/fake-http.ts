import { createTestRuntime } from '../../../support/create-test-runtime.ts';
import { createHttpClient, type Call } from '../../../../client/src/base/http/http-client.ts';

/** The result of one attempt: an answer, or none. */
export type FakeResponse =
  | 'lost'
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

export interface SentRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** An HTTP client with a given result for each attempt. Jitter is always half. */
export function createFakeHttp(
  turns: FakeResponse[],
  { token = 'token-1', renewed = 'token-2' }: { token?: string | null; renewed?: string } = {},
) {
  const sent: SentRequest[] = [];
  const waits: number[] = [];
  const refreshes: (string | null)[] = [];
  const call: Call = createHttpClient({
    originOf: () => 'https://host',
    runtime: {
      now: () => 0,
      random: () => 0.5,
      newId: () => 'made-by-the-client',
      timers: {
        ...createTestRuntime().timers,
        after(ms, run) {
          waits.push(ms);
          queueMicrotask(run);
          return () => undefined;
        },
      },
    },
    tokens: {
      accessToken: () => Promise.resolve(token),
      refresh: (rejected) => {
        refreshes.push(rejected);
        return Promise.resolve(renewed);
      },
    },
    fetch: (url, init) => {
      sent.push({ url, ...init } as SentRequest);
      const turn = turns.shift();
      if (turn === undefined || turn === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve(toResponse(turn));
    },
  });
  return { call, sent, waits, refreshes };
}

function toResponse({ status, body, text, headers = {} }: Exclude<FakeResponse, 'lost'>): Response {
  const bodiless = status === 204 || status === 304;
  const content = bodiless ? null : (text ?? JSON.stringify(body ?? null));
  return new Response(content, { status, headers });
}
