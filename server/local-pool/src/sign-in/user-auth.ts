import { findRememberedKey } from '../people/devices.ts';
import { findSubject } from '../people/subject.ts';
import { beginSelectChallenge, firstFactors } from './select-challenge.ts';
import { requireParameter, type AuthFlow, type AuthParameters } from './auth-flow.ts';

/** Starts with the factor that the client prefers, if its parameters are given; otherwise the client chooses one. */
export const userAuth: AuthFlow = async (parameters, context, caller) => {
  const username = requireParameter(parameters, 'USERNAME');
  const factor = firstFactors.get(parameters.PREFERRED_CHALLENGE ?? '');
  if (factor && hasFactorParameters(parameters)) return factor(parameters, context, caller);
  const subject = await findSubject(context, username);
  const device = await findRememberedKey(context, subject.sub, parameters.DEVICE_KEY);
  return beginSelectChallenge(context, subject, { ...caller, device });
};

function hasFactorParameters({ PREFERRED_CHALLENGE, PASSWORD, SRP_A }: AuthParameters): boolean {
  if (PREFERRED_CHALLENGE === 'PASSWORD') return PASSWORD !== undefined;
  return PREFERRED_CHALLENGE !== 'PASSWORD_SRP' || SRP_A !== undefined;
}
