import { endpoints, type ClientConfig, type OutputOf, type Routes } from '@cruddur/shared';
import { firstContent } from '../../base/hydration/first-content.ts';
import { pageState } from '../../base/page/page-state.ts';
import { newId } from '../../base/runtime/browser-runtime.ts';
import { createSession, type SessionEnding, type SessionParts } from './create-session.ts';
import { createProviderStorage, endProviderSession } from './provider-session.ts';
import type { Session } from '../../base/session/session.ts';

type BrowserParts = Omit<SessionParts, 'providerStorage' | 'endSession' | 'findSuspension'>;

/** Starts the session with the calls that it makes itself. They are in its chunk, because a visitor's page has no session. */
export function startSession(parts: BrowserParts, config: ClientConfig): Session {
  void firstContent.ready.then(() => delete pageState().plain);
  return createSession({
    ...parts,
    providerStorage: createProviderStorage(config),
    endSession: (end) =>
      Promise.all([
        endSession(config.api_host, end),
        end.provider && endProviderSession(config, end.provider, end.all),
      ]),
    findSuspension: (accessToken) => findSuspension(config.api_host, accessToken),
  });
}

/** Not retried and not awaited: `keepalive` lets the request outlive the page. */
function endSession(apiHost: string, { all, accessToken }: SessionEnding) {
  const { method, path } = endpoints.endSession;
  return fetch(`${apiHost}${path}`, {
    method,
    keepalive: true,
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'amz-sdk-invocation-id': newId(),
    },
    body: JSON.stringify({ all }),
  });
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Without an answer the sign-in continues: every other call of a suspended user is refused. */
async function findSuspension(
  apiHost: string,
  accessToken: string,
): Promise<OutputOf<Routes['suspension']> | null> {
  const { method, path } = endpoints.suspension;
  const headers = { authorization: `Bearer ${accessToken}` };
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`${apiHost}${path}`, { method, cache: 'no-store', headers, signal });
    return response.status === 200 ? ((await response.json()) as OutputOf<Routes['suspension']>) : null;
  } catch {
    return null;
  }
}
