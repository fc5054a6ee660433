import type { IdentityProvider } from '../ports.ts';
import { Refusal } from '../errors.ts';
import type { Person, Viewer } from '../viewer.ts';
import type { Revocations } from './revocations.ts';

/** Turns a bearer token into a viewer. The one gate of both doors, HTTP and socket. */
export type Admit = (accessToken: string) => Promise<Viewer>;

export interface AdmitPorts {
  identity: IdentityProvider;
  revocations: Pick<Revocations, 'isRevoked' | 'isStale'>;
  /** The person's row, made at the first call. @throws Refusal handle_taken */
  personOf: (sub: string, accessToken: string) => Promise<Person>;
}

/** @throws Refusal generic_401 for a token that is invalid, expired or of an ended session; handle_taken; generic_503 */
export function createAdmit({ identity, revocations, personOf }: AdmitPorts): Admit {
  return async (accessToken) => {
    const session = await identity.verify(accessToken);
    // Not knowing who has signed out is no reason to sign everybody out.
    if (revocations.isStale()) throw new Refusal('generic_503', 1);
    if (revocations.isRevoked(session)) throw new Refusal('generic_401');
    const person = await personOf(session.sub, accessToken);
    return { ...person, session };
  };
}
