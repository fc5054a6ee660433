import type { Session } from '../../base/session/session.ts';
import type { Outbox } from '../../sync/outbox/outbox.ts';
import type { Drafts } from '../../cruds/drafts.ts';

/** The id of every toast about the session: a newer one replaces it. */
export const SESSION_TOAST_ID = 'session';

/** Unsent data of a user in this browser. */
interface LocalUserData {
  drafts: Pick<Drafts, 'forget' | 'keepOnly'>;
  outbox: Pick<Outbox, 'setUser' | 'forget' | 'keepOnly'>;
}

export type SessionWithLocalData = Session & {
  /** Whether the last session ended by a sign-out on this page. */
  hasSignedOutHere: () => boolean;
};

/**
 * The session with the user's drafts and outbox: a sign-out here deletes them, and so does the sign-in of another user. A
 * session that expires or ends elsewhere keeps them for the same user.
 */
export function withLocalData(session: Session, { drafts, outbox }: LocalUserData): SessionWithLocalData {
  let lastId: string | null = null;
  let hasSignedOut = false;
  const onSessionChange = () => {
    const id = session.getSnapshot().person?.cognito_id ?? null;
    outbox.setUser(id);
    if (id === null) return;
    hasSignedOut = false;
    if (id === lastId) return;
    lastId = id;
    drafts.keepOnly(id);
    // An unavailable database is cleaned when it opens.
    outbox.keepOnly(id).catch(() => undefined);
  };
  session.subscribe(onSessionChange);
  onSessionChange();
  return {
    ...session,
    hasSignedOutHere: () => hasSignedOut,
    async signOut(all) {
      hasSignedOut = true;
      const signedOut = session.signOut(all);
      // The last user, not the current one: the session may have expired a moment before the sign-out.
      if (lastId !== null) {
        drafts.forget(lastId);
        // A storage error must not prevent the sign-out, nor a database that is slow to open delay it.
        void outbox.forget(lastId).catch(() => undefined);
      }
      return signedOut;
    },
  };
}
