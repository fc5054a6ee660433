import { sessionEndpoints } from '@cruddur/shared';
import { createSession, type SessionParts } from './create-session.ts';
import type { Session } from './session.ts';

type BrowserParts = Omit<SessionParts, 'endSession'>;

/** Starts the session with the call that it makes itself. It is in the session's chunk, because a visitor's page has no session. */
export function startSession(parts: BrowserParts, apiHost: string): Session {
  return createSession({
    ...parts,
    endSession: (end) => endSession(apiHost, end),
  });
}

/** Not retried and not awaited: `keepalive` lets the request outlive the page. */
function endSession(apiHost: string, { all, accessToken }: { all: boolean; accessToken: string }) {
  const { method, path } = sessionEndpoints.endSession;
  return fetch(`${apiHost}${path}`, {
    method,
    keepalive: true,
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'amz-sdk-invocation-id': crypto.randomUUID(),
    },
    body: JSON.stringify({ all }),
  });
}
