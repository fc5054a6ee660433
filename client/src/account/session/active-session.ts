import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { ActiveSession } from './session.machine.ts';
import { readClaims } from '../../base/session/session.ts';
import type { IdentityProvider, ProviderSession } from '../../base/session/identity-provider.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import type { TabLock } from '../../base/runtime/web-lock.ts';

/** The dependencies of the session's actors. Times are milliseconds of this browser's clock. */
export type ActiveSessionParts = {
  identity: () => Promise<IdentityProvider>;
  store: SessionStore;
  withLock: TabLock;
};

const LOCK = 'cruddur-token-refresh';

/** The stored session in the machine's form; an unreadable token is due at once. */
export function readActiveSession({ store }: Pick<ActiveSessionParts, 'store'>): ActiveSession | null {
  const stored = store.read();
  return stored && toActiveSession(stored, (readClaims(stored.accessToken)?.exp ?? 0) * 1000);
}

/**
 * Reads a sign-in that the provider has just completed, and stores it. Stores nothing after `signal`.
 * @param sources `refuseSuspended` throws for a suspended user
 */
export async function adoptActiveSession(
  sources: ActiveSessionParts & {
    refuseSuspended: (accessToken: string, signal: AbortSignal) => Promise<void>;
  },
  signal: AbortSignal,
): Promise<ActiveSession | null> {
  const provider = await sources.identity();
  const session = await provider.fetchSession();
  if (!session) return null;
  await sources.refuseSuspended(session.accessToken, signal);
  // A failure to read the names does not fail the sign-in: the fallbacks are shown until the profile is loaded.
  const person = await provider.fetchPerson().catch(() => ({ handle: '', display_name: '' }));
  return signal.aborted ? null : storeSession(sources, session, { ...person, cognito_id: session.sub });
}

/**
 * Renews the tokens. One tab calls the provider; the tabs that waited for it find the new tokens in the store. Stores nothing
 * after `signal`.
 * @param now milliseconds of this browser's clock
 * @returns null when the provider has no session any more
 * @throws the provider's errors
 */
export async function renewActiveSession(
  sources: ActiveSessionParts & { now: () => number },
  force: boolean,
  signal: AbortSignal,
): Promise<ActiveSession | null> {
  const before = sources.store.read()?.accessToken;
  return sources.withLock(LOCK, async (lost) => {
    const stored = sources.store.read();
    if (!stored) return null;
    if (stored.accessToken !== before) {
      const holding = readActiveSession(sources);
      if (holding && holding.dueAt > sources.now()) return holding;
    }
    const provider = await sources.identity();
    const session = await provider.fetchSession({ forceRefresh: force });
    // Another tab stole the lock and renewed the tokens: its stored tokens are the valid ones.
    if (lost?.aborted) return readActiveSession(sources);
    if (signal.aborted || session?.sub !== stored.person.cognito_id) return null;
    return storeSession(sources, session, sources.store.read()?.person ?? stored.person);
  });
}

function storeSession(
  { store }: ActiveSessionParts,
  session: ProviderSession,
  person: StoredSession['person'],
): ActiveSession | null {
  store.write({ accessToken: session.accessToken, person });
  const stored = store.read();
  return stored && toActiveSession(stored, session.expiresAt);
}

function toActiveSession({ person }: StoredSession, expiresAt: number): ActiveSession {
  return { person, dueAt: expiresAt - TOKEN_TOLERANCE_MS };
}
