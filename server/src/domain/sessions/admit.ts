import type { IdentityProvider } from '../ports.ts';
import { Refusal } from '../errors.ts';
import type { PeopleReads } from '../users/ports.ts';
import type { Person, Session, Viewer } from '../viewer.ts';
import type { Revocations } from './revocations.ts';

/** Turns a bearer token into a viewer. The one gate of both doors, HTTP and socket. */
export type Admit = (accessToken: string, options?: AdmitOptions) => Promise<Viewer>;

export interface AdmitOptions {
  /** Lets an erased person in, whose sign-ins are over: all they can do is have the erasure repeated. */
  evenErased?: boolean;
}

export interface AdmitPorts {
  identity: IdentityProvider;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale'>;
  /** The person's row, made at the first call. @throws Refusal handle_taken */
  personOf: (sub: string, accessToken: string) => Promise<Person>;
  people: Pick<PeopleReads, 'person'>;
}

/** @throws Refusal generic_401 for a token that is invalid, expired or of an ended session; handle_taken; generic_503 */
export function createAdmit({ identity, revocations, personOf, people }: AdmitPorts): Admit {
  async function erased(session: Session): Promise<Viewer | null> {
    const person = await people.person(session.sub);
    return person?.isErased
      ? { sub: person.sub, handle: person.handle, display_name: person.display_name, session }
      : null;
  }

  return async (accessToken, { evenErased = false } = {}) => {
    const session = await identity.verify(accessToken);
    // Not knowing who has signed out is no reason to sign everybody out.
    if (revocations.isStale()) throw new Refusal('generic_503', 1);
    const leaver = evenErased ? await erased(session) : null;
    if (leaver) return leaver;
    if (revocations.isRevoked(session)) throw new Refusal('generic_401');
    const person = await personOf(session.sub, accessToken);
    return { ...person, session };
  };
}
