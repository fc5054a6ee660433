import type { IdentityProvider } from '../../../../client/src/base/session/identity-provider.ts';
import { createSession, type SessionEnding } from '../../../../client/src/account/session/create-session.ts';
import { createSessionStore } from '../../../../client/src/account/session/session-store.ts';
import type { ProviderStorage } from '../../../../client/src/account/session/provider-session.ts';

type Suspension = { suspended: boolean; until: string | null; handle: string };

const ada = { handle: 'ada', display_name: 'Ada', cognito_id: 'sub-of-ada' };

/** Has the form of a token with these claims; `exp` is in seconds. */
export function createToken(claims: { sub: string; exp: number; n?: number }): string {
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

/** Local storage as in a browser, shared by the tabs that are opened on it. */
export function createStorage(kept: Record<string, string> = {}) {
  const items = new Map(Object.entries(kept));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

/** A pool that knows one user and issues tokens of an hour; `calls` lists its calls. */
function createFakeProvider(clock: { now: number }) {
  const calls: string[] = [];
  const listeners = new Set<() => void>();
  let waiting: Promise<void> = Promise.resolve();
  let issued = 0;
  let failure: Error | null = null;
  const issue = () => {
    const exp = clock.now / 1000 + 3600;
    const accessToken = createToken({ sub: ada.cognito_id, exp, n: (issued += 1) });
    return { accessToken, expiresAt: exp * 1000, sub: ada.cognito_id };
  };
  let held: ReturnType<typeof issue> | null = null;
  const unused = () => Promise.reject(new Error('not part of a session'));
  const provider: IdentityProvider = {
    ...{ signUp: unused, confirmSignUp: unused, resendSignUpCode: unused, autoSignIn: unused },
    ...{ signInByPasskey: unused, resetPassword: unused, confirmResetPassword: unused },
    ...{ updateHandle: unused, loadAccount: unused, hosted: null },
    signIn: () => {
      held = issue();
      return Promise.resolve('DONE');
    },
    fetchPerson: () => (failure ? Promise.reject(failure) : Promise.resolve(ada)),
    fetchSession: async ({ forceRefresh = false } = {}) => {
      calls.push(forceRefresh ? 'forced' : 'session');
      await waiting;
      if (failure) throw failure;
      if (held && (forceRefresh || held.expiresAt - clock.now <= 5000)) held = issue();
      return held;
    },
    onRefresh: (listener) => void listeners.add(listener),
  };
  const providerStorage: ProviderStorage = {
    take: () => {
      const taken = held && { accessToken: held.accessToken, refreshToken: 'refresh', isHosted: false };
      held = null;
      return taken;
    },
  };
  return {
    calls,
    provider,
    providerStorage,
    /** The next answers wait for the returned function. */
    hold: () => {
      let release: () => void = () => undefined;
      waiting = new Promise((resolve) => (release = resolve));
      return () => release();
    },
    fail: (name: string | null) => {
      failure = name === null ? null : Object.assign(new Error('no'), { name });
    },
    reportRefresh: () => listeners.forEach((listener) => listener()),
  };
}

/** What a session of a tab needs, on a storage and a pool that other tabs can share, and what comes of it. */
export function createSessionParts(
  storage = createStorage(),
  clock = { now: 1_750_000_000_000 },
  pool = createFakeProvider(clock),
) {
  const page = new EventTarget();
  const ended: SessionEnding[] = [];
  const failures: string[] = [];
  let suspension: Suspension | null = null;
  const parts = {
    page,
    store: createSessionStore(storage),
    identity: () => Promise.resolve(pool.provider),
    now: () => clock.now,
    withLock: <T>(_: string, work: () => T) => work(),
    ...{ mailbox: null, hostedCallback: null },
    providerStorage: pool.providerStorage,
    endSession: (end: SessionEnding) => Promise.resolve(ended.push(end)),
    findSuspension: () => Promise.resolve(suspension),
    onFailure: (work: string) => failures.push(work),
  };
  /** The storage event that a tab receives after another tab wrote. */
  const dispatchStorage = (key: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const setSuspension = (found: Suspension) => (suspension = found);
  return { parts, storage, clock, pool, ended, failures, dispatchStorage, setSuspension };
}

/** One tab with its session. */
export function openSessionTab(...given: Parameters<typeof createSessionParts>) {
  const { parts, ...tab } = createSessionParts(...given);
  const session = createSession(parts);
  const signIn = async () => {
    await tab.pool.provider.signIn('ada@example.com', 'analytical');
    await session.adoptSignIn();
  };
  return { ...tab, session, signIn };
}

/** A tab whose user has signed in, and the token of that. */
export async function openSignedInTab(...given: Parameters<typeof createSessionParts>) {
  const tab = openSessionTab(...given);
  await tab.signIn();
  return { ...tab, first: await tab.session.accessToken() };
}
