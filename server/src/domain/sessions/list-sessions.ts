import { SESSIONS_LISTED_MAX, type ListedSession } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Session } from '../viewer.ts';
import type { StoredSession } from './ports.ts';
import type { Revocations } from './revocations.ts';
import type { SessionUses } from './session-uses.ts';

export interface ListedSessionsPorts {
  revocations: Pick<Revocations, 'isRevoked'>;
  uses: Pick<SessionUses, 'flush'>;
  /** The longest time from a sign-in to the expiry of its last token, in milliseconds. */
  signInLifeMs: number;
}

/** Where the viewer is signed in. The session of the call itself is written before. */
export async function listSessions(
  ports: Pick<Ports, 'sessions' | 'clock'>,
  listed: ListedSessionsPorts,
  { viewer }: Pick<CallOf<'sessions'>, 'viewer'>,
): AnswerOf<'sessions'> {
  // Without it the list is a few minutes old, which is better than no list.
  await listed.uses.flush().catch(() => undefined);
  const signedInAfter = new Date(ports.clock.now().getTime() - listed.signInLifeMs);
  const stored = await ports.sessions.listSessions(viewer.sub, signedInAfter, SESSIONS_LISTED_MAX);
  const sessions = stored
    .filter((session) => !hasEnded(session, viewer.session, listed.revocations))
    .map((session) => toListed(session, viewer.session));
  return { data: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

/** True once its tokens are refused. A second is the precision of a sign-in's time. */
export function hasEnded(
  { originJti, signedInAt }: StoredSession,
  { sub }: Session,
  revocations: Pick<Revocations, 'isRevoked'>,
): boolean {
  return revocations.isRevoked({ sub, originJti, authTime: signedInAt.getTime() / 1000, expiresAt: 0 });
}

function toListed(stored: StoredSession, current: Session): ListedSession {
  return {
    uuid: stored.uuid,
    device: stored.device,
    handheld: stored.handheld,
    signed_in_at: stored.signedInAt.toISOString(),
    last_used_at: stored.usedAt.toISOString(),
    current: stored.originJti === current.originJti,
  };
}
