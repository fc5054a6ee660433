import { beginSelectChallenge, firstFactors } from '../challenges/select-challenge.ts';
import { findSubject } from '../people/subject.ts';
import { requireParameter, type AuthFlow, type AuthParameters } from './auth-flow.ts';

/** Begins with the proof that the client prefers, if it brought what that needs, or else lets it choose. */
export const userAuth: AuthFlow = async (parameters, context, caller) => {
  const username = requireParameter(parameters, 'USERNAME');
  const factor = firstFactors.get(parameters.PREFERRED_CHALLENGE ?? '');
  if (factor && isReady(parameters)) return factor(parameters, context, caller);
  return beginSelectChallenge(context, await findSubject(context, username), caller);
};

function isReady({ PREFERRED_CHALLENGE, PASSWORD, SRP_A }: AuthParameters): boolean {
  if (PREFERRED_CHALLENGE === 'PASSWORD') return PASSWORD !== undefined;
  return PREFERRED_CHALLENGE !== 'PASSWORD_SRP' || SRP_A !== undefined;
}
