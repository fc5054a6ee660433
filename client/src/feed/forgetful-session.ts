import type { Session } from '../identity/session.ts';
import type { Drafts } from './drafts.ts';

/**
 * The session, with which drafts go: signing out here forgets them, and so does another person signing in. A session that ends
 * by itself or elsewhere keeps them for the one who wrote them.
 */
export function forgetfulSession(session: Session, drafts: Drafts): Session {
  let last: string | null = null;
  session.subscribe(() => {
    const { person } = session.getSnapshot();
    if (person === null || person.cognito_id === last) return;
    last = person.cognito_id;
    drafts.keepOnly(last);
  });
  return {
    ...session,
    signOut: (all) => {
      // Whoever was here last: the session may have ended a moment before its person's word came.
      if (last !== null) drafts.forget(last);
      return session.signOut(all);
    },
  };
}
