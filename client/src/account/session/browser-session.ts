import type { ClientConfig } from '@cruddur/shared';
import { localItems } from '../../base/browser-storage.ts';
import { loadChunk } from '../../base/lazy/load-chunk.ts';
import { lazyValue } from '../../base/lazy/lazy-component.tsx';
import type { Logger } from '../../base/logger.ts';
import { getWebLocks } from '../../base/runtime/browser-runtime.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { failureOf } from '../../base/machines/failure.ts';
import { paths } from '../../base/paths.ts';
import { createSignal } from '../../base/signal.ts';
import { createHostedPages, readHostedCallback } from '../../base/session/hosted-pages.ts';
import type { IdentityProvider } from '../../base/session/identity-provider.ts';
import type { SessionParts } from './create-session.ts';
import {
  CHECKING,
  isSameSnapshot,
  VISITOR,
  type Session,
  type SessionSnapshot,
} from '../../base/session/session.ts';
import { createTabLock } from '../../base/runtime/web-lock.ts';
import { createSessionStore, onStoredByOtherTab } from './session-store.ts';

/** The session with this browser's storage, locks and network. */
export function createBrowserSession(
  config: ClientConfig,
  logger: Logger,
  { now, timers }: Runtime,
): Session {
  let provider: Promise<IdentityProvider> | null = null;
  const loadProvider = async () => {
    const { createAmplifyProvider } = await loadChunk(51, () => import('../amplify/amplify.ts'));
    return createAmplifyProvider(config);
  };
  const parts = {
    store: createSessionStore(localItems),
    page: window,
    mailbox: config.local_mailbox ? paths.localMail : null,
    hostedCallback: readHostedCallback(config, location.href),
    now,
    identity: () => {
      provider ??= loadProvider().catch((error: unknown) => {
        // The next call loads the chunk again.
        provider = null;
        throw error;
      });
      return provider;
    },
    withLock: createTabLock(getWebLocks(), timers),
    onFailure: (work, error) => logger.warn('session work failed', { work, name: failureOf(error).name }),
  } satisfies Omit<SessionParts, 'providerStorage' | 'endSession' | 'findSuspension'>;
  return lazySession(parts, async () => (await import('./start-session.ts')).startSession(parts, config));
}

type LazySessionParts = Pick<SessionParts, 'store' | 'page' | 'mailbox'> & {
  hostedCallback: NonNullable<SessionParts['hostedCallback']> | null;
};

/**
 * The session before its machine is loaded: the stored tokens give the first snapshot. The machine is loaded when tokens are
 * stored or a sign-in begins; a visitor's page never waits for it.
 */
export function lazySession(parts: LazySessionParts, loadSession: () => Promise<Session>): Session {
  const { store, page, hostedCallback, mailbox } = parts;
  const { subscribe, getSnapshot, set } = createSignal(initialSnapshot(parts), isSameSnapshot);

  const fullSession = lazyValue(28, async () => {
    const session = await loadSession();
    await waitUntilChecked(session);
    // Unless a member has signed in since.
    if (store.isLeft()) void session.signOut(true);
    session.subscribe(() => set(session.getSnapshot()));
    set(session.getSnapshot());
    return session;
  });

  const isVisitorWithoutMachine = () =>
    fullSession.getSnapshot() === null && getSnapshot().status === 'visitor';
  const identity = async () => (await fullSession.load()).identity();

  onStoredByOtherTab(page, () => {
    if (store.read()) void fullSession.loadUntilLoaded();
  });
  if (!isVisitorWithoutMachine() || store.isLeft()) void fullSession.loadUntilLoaded();

  return {
    mailbox,
    identity,
    hosted: hostedCallback && createHostedPages(hostedCallback, identity),
    getSnapshot,
    subscribe,
    accessToken: async () =>
      isVisitorWithoutMachine() ? null : (await fullSession.loadUntilLoaded()).accessToken(),
    refresh: async (rejected) =>
      isVisitorWithoutMachine() ? null : (await fullSession.loadUntilLoaded()).refresh(rejected),
    async signOut(all) {
      const loaded = fullSession.getSnapshot();
      if (loaded) return loaded.signOut(all);
      // The screen does not wait for the machine, which then tells server and provider: here, or on the next page.
      store.leave();
      set(VISITOR);
      void fullSession.loadUntilLoaded();
      return undefined;
    },
    adoptSignIn: async () => (await fullSession.loadUntilLoaded()).adoptSignIn(),
    forgetSuspended: () => fullSession.getSnapshot()?.forgetSuspended(),
    setPerson(names) {
      void fullSession.loadUntilLoaded().then((session) => session.setPerson(names));
    },
  };
}

function initialSnapshot({ store, hostedCallback }: LazySessionParts): SessionSnapshot {
  if (hostedCallback?.isCallback) return CHECKING;
  const stored = store.read();
  return stored ? { status: 'person', person: stored.person } : VISITOR;
}

/** Resolves once the session has read the stored tokens. */
function waitUntilChecked(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const resolveWhenChecked = () => {
      if (session.getSnapshot().status === 'checking') return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = session.subscribe(resolveWhenChecked);
    resolveWhenChecked();
  });
}
