import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { Holding } from '../machines/session.machine.ts';
import { readClaims } from './claims.ts';
import type { IdentityProvider, ProviderSession } from './provider.ts';
import type { SessionStore, StoredSession } from './session-store.ts';
import type { TabLock } from './tab-lock.ts';

/** What the session's work is done with. Times are milliseconds of this browser's clock. */
export type HoldingSources = {
  identity: () => Promise<IdentityProvider>;
  store: SessionStore;
  now: () => number;
  withLock: TabLock;
};

const LOCK = 'cruddur-token-refresh';

/** What local storage holds, as the machine sees it; a token that we cannot read is due at once. */
export function storedHolding({ store, now }: HoldingSources): Holding | null {
  const stored = store.read();
  return stored && heldUntil(stored, (readClaims(stored.accessToken)?.exp ?? 0) * 1000 - now());
}

/** Takes over a sign-in that the provider has just completed, and stores it. */
export async function adoptHolding(sources: HoldingSources): Promise<Holding | null> {
  const provider = await sources.identity();
  const session = await provider.session();
  if (!session) return null;
  // The tokens count even if the names cannot be had just now: the fallbacks stand in until the profile is read.
  const person = await provider.fetchPerson().catch(() => ({ handle: '', display_name: '' }));
  return keep(sources, session, { ...person, cognito_id: session.sub });
}

/**
 * Sees to tokens that are good for a while. One tab asks; those that waited for it find new tokens in the store. Answers null
 * when the provider knows no session any more, and fails as the provider fails.
 */
export async function renewHolding(sources: HoldingSources, force: boolean): Promise<Holding | null> {
  const before = sources.store.read()?.accessToken;
  return sources.withLock(LOCK, async (lost) => {
    const stored = sources.store.read();
    if (!stored) return null;
    if (stored.accessToken !== before) {
      const holding = storedHolding(sources);
      if (holding && holding.freshForMs > 0) return holding;
    }
    const provider = await sources.identity();
    const session = await provider.session({ forceRefresh: force });
    // Another tab grew tired of waiting and renewed them: what it stored counts.
    if (lost?.aborted) return storedHolding(sources);
    if (session?.sub !== stored.person.cognito_id) return null;
    return keep(sources, session, sources.store.read()?.person ?? stored.person);
  });
}

function keep(
  { store, now }: HoldingSources,
  session: ProviderSession,
  person: StoredSession['person'],
): Holding | null {
  store.write({ accessToken: session.accessToken, person });
  const stored = store.read();
  return stored && heldUntil(stored, session.expiresAt - now());
}

function heldUntil({ person }: StoredSession, expiresInMs: number): Holding {
  return { person, freshForMs: expiresInMs - TOKEN_TOLERANCE_MS };
}
