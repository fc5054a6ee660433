import { endpoints, type ClientConfig } from '@cruddur/shared';
import type { Logger } from '../../logger.ts';
import { failureOf } from '../../machines/failure.ts';
import { paths } from '../../paths.ts';
import { readHostedCallback } from '../hosted/hosted-callback.ts';
import { lazySession } from './lazy-session.ts';
import { importOrNetworkError } from '../../lazy/load-code.ts';
import type { IdentityProvider } from '../identity-provider.ts';
import type { SessionParts } from './session-actor.ts';
import type { Session } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { createTabLock } from './session-lock.ts';

/**
 * The session with this browser's storage, locks and connection. What keeps it is loaded for those who have one, Amplify when
 * it is first needed.
 */
export function createBrowserSession(config: ClientConfig, logger: Logger): Session {
  let provider: Promise<IdentityProvider> | null = null;
  const load = async () => {
    const { createAmplifyProvider } = await importOrNetworkError(() => import('../amplify/amplify.ts'));
    return createAmplifyProvider(config);
  };
  const parts = {
    store: createSessionStore(localStorage),
    page: window,
    mailbox: config.local_mailbox ? paths.localMail : null,
    hostedCallback: readHostedCallback(config, location.href),
    now: Date.now,
    identity: () => {
      provider ??= load().catch((error: unknown) => {
        // Asked again, it is fetched again.
        provider = null;
        throw error;
      });
      return provider;
    },
    withLock: createTabLock((navigator as Partial<Navigator>).locks),
    endSession: (end) => endSession(config, end),
    onFailure: (work, error) => logger.warn('session work failed', { work, name: failureOf(error).name }),
  } satisfies SessionParts;
  return lazySession(parts, async () => (await import('./create-session.ts')).createSession(parts));
}

/** Sent once and outliving the page: nobody waits for the answer of somebody who left. */
function endSession(config: ClientConfig, { all, accessToken }: { all: boolean; accessToken: string }) {
  const { method, path } = endpoints.endSession;
  return fetch(`${config.api_host}${path}`, {
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
