import type { PoolContext } from '../context.ts';
import { findDevice } from '../people/devices.ts';
import { refusals } from '../errors.ts';
import type { Person } from '../people/subject.ts';
import { signIn } from '../tokens/sign-in.ts';
import { beginDeviceSrpAuth } from './device-srp.ts';
import { beginNewPassword } from './new-password.ts';

/**
 * The step after a person's own proof: a temporary password is replaced, a remembered device proves itself as well,
 * otherwise the session starts.
 * @throws PoolError UserNotConfirmedException; ResourceNotFoundException when the device is not the person's
 */
export async function continueSignIn(
  context: PoolContext,
  person: Person,
  deviceKey: string | undefined,
): Promise<object> {
  if (person.status === 'UNCONFIRMED') throw refusals.notConfirmed();
  if (person.status === 'FORCE_CHANGE_PASSWORD') return beginNewPassword(context, person);
  if (deviceKey === undefined) return signIn(context, person);
  await findDevice(context, person.sub, deviceKey);
  return beginDeviceSrpAuth(context, person.sub, deviceKey);
}
