import type { Session } from '../auth/session/session.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Drafts } from '../compose/drafts.ts';

/** What people leave in a browser. */
export interface LocalUserData {
  drafts: Pick<Drafts, 'forget' | 'keepOnly'>;
  outbox: Pick<Outbox, 'setUser' | 'forget' | 'keepOnly'>;
}

export type SessionWithLocalData = Session & {
  /** Whether nobody is here any more because this page was asked to sign out. */
  hasSignedOutHere: () => boolean;
};

/**
 * The session, with which drafts and what was not sent go: signing out here forgets them, and so does another person signing
 * in. A session that ends by itself or elsewhere keeps them for the one who wrote them.
 */
export function withLocalData(session: Session, { drafts, outbox }: LocalUserData): SessionWithLocalData {
  let last: string | null = null;
  let hasSignedOut = false;
  const onSessionChange = () => {
    const id = session.getSnapshot().person?.cognito_id ?? null;
    outbox.setUser(id);
    if (id === null || id === last) return;
    last = id;
    hasSignedOut = false;
    drafts.keepOnly(id);
    // A database that does not answer now does it when it answers.
    outbox.keepOnly(id).catch(() => undefined);
  };
  session.subscribe(onSessionChange);
  onSessionChange();
  return {
    ...session,
    hasSignedOutHere: () => hasSignedOut,
    async signOut(all) {
      hasSignedOut = true;
      // Whoever was here last: the session may have ended a moment before its person's word came.
      if (last !== null) {
        drafts.forget(last);
        // A browser that cannot forget must not keep somebody from leaving.
        await outbox.forget(last).catch(() => undefined);
      }
      return session.signOut(all);
    },
  };
}
