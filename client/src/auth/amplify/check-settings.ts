import type { ClientConfig } from '@cruddur/shared';

/**
 * Rejects the faults of a configuration that Amplify accepts in silence: it reads the identity pool only for credentials, which
 * no screen requests, and a region only from the pool's id. Names and messages are those of Amplify.
 * @throws at the sign-in, as Amplify does for the ids of the user pool
 */
export function checkSettings({ region, user_pool_id, identity_pool_id }: ClientConfig): void {
  if (region === '' || user_pool_id.startsWith('_'))
    throw createSettingsError('InvalidParameterException', 'Invalid config parameter.');
  if (identity_pool_id !== '' && !identity_pool_id.includes(':'))
    throw createSettingsError('InvalidIdentityPoolIdException', 'Invalid identity pool id provided.');
}

function createSettingsError(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
