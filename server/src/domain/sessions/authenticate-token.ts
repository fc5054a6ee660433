import type { IdentityProvider } from '../ports.ts';
import { Refusal } from '../errors.ts';
import type { PeopleReads } from '../users/ports.ts';
import type { Person, Session, Viewer } from '../viewer.ts';
import type { Revocations } from './revocations.ts';
import type { SessionChecks } from './session-checks.ts';

/** Turns a bearer token into a viewer. The one gate of both doors, HTTP and socket. */
export type AuthenticateToken = (accessToken: string, options?: AuthenticateOptions) => Promise<Viewer>;

export interface AuthenticateOptions {
  /** Lets an erased person in, whose sign-ins are over: all they can do is have the erasure repeated. */
  allowErased?: boolean;
  /** Called before a token is verified that is not known; to refuse the caller, it throws. */
  beforeVerify?: () => Promise<void>;
  /** Called with the person of a token that is valid, before anything is read for them; to refuse the caller, it throws. */
  onVerified?: (sub: string) => Promise<void>;
}

export interface AuthenticateTokenPorts {
  identity: IdentityProvider;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale'>;
  checks: Pick<SessionChecks, 'noteUse' | 'isUnverifiable'>;
  /** The person's row, made at the first call. @throws Refusal handle_taken */
  findOrCreatePerson: (sub: string, accessToken: string) => Promise<Person>;
  people: Pick<PeopleReads, 'findPerson'>;
}

/** @throws Refusal generic_401 for a token that is invalid, expired or of an ended session; handle_taken; generic_503 */
export function createAuthenticateToken({
  identity,
  revocations,
  checks,
  findOrCreatePerson,
  people,
}: AuthenticateTokenPorts): AuthenticateToken {
  async function findErased(session: Session): Promise<Viewer | null> {
    const person = await people.findPerson(session.sub);
    return person?.isErased
      ? { sub: person.sub, handle: person.handle, display_name: person.display_name, session }
      : null;
  }

  return async (accessToken, { allowErased = false, beforeVerify, onVerified } = {}) => {
    const session = await identity.verifyToken(accessToken, beforeVerify);
    await onVerified?.(session.sub);
    // Not knowing who has signed out is no reason to sign everybody out.
    if (revocations.isStale()) throw new Refusal('generic_503', 1);
    const erasedViewer = allowErased ? await findErased(session) : null;
    if (erasedViewer) return erasedViewer;
    if (revocations.isRevoked(session)) throw new Refusal('generic_401');
    checks.noteUse(session, accessToken);
    if (checks.isUnverifiable(session)) throw new Refusal('generic_503', 1);
    const person = await findOrCreatePerson(session.sub, accessToken);
    return { ...person, session };
  };
}
