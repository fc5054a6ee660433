import type { Session } from '../identity/session.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Drafts } from './drafts.ts';

/** What people leave in a browser. */
export interface Belongings {
  drafts: Pick<Drafts, 'forget' | 'keepOnly'>;
  outbox: Pick<Outbox, 'follow' | 'forget' | 'keepOnly'>;
}

export type ForgetfulSession = Session & {
  /** Whether nobody is here any more because this page was asked to sign out. */
  hasLeft: () => boolean;
};

/**
 * The session, with which drafts and what was not sent go: signing out here forgets them, and so does another person signing
 * in. A session that ends by itself or elsewhere keeps them for the one who wrote them.
 */
export function forgetfulSession(session: Session, { drafts, outbox }: Belongings): ForgetfulSession {
  let last: string | null = null;
  let left = false;
  const look = () => {
    const id = session.getSnapshot().person?.cognito_id ?? null;
    outbox.follow(id);
    if (id === null || id === last) return;
    last = id;
    left = false;
    drafts.keepOnly(id);
    // A database that does not answer now does it when it answers.
    outbox.keepOnly(id).catch(() => undefined);
  };
  session.subscribe(look);
  look();
  return {
    ...session,
    hasLeft: () => left,
    async signOut(all) {
      left = true;
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
