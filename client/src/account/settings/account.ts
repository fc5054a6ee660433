import type { ListedSession } from '@cruddur/shared';
import { hasErrorCode } from '../../base/http/api-error.ts';
import type { Call } from '../../base/http/http-client.ts';
import { useCallback } from 'react';
import type { AccountProvider } from '../../base/session/identity-provider.ts';
import { useSession } from '../../base/session/session-react.tsx';

export async function fetchSessions(call: Call, signal: AbortSignal): Promise<ListedSession[]> {
  return (await call('sessions', { signal })).data;
}

/** Ends one of the viewer's sessions. @throws {ApiError} generic_404 when it has ended already */
export async function endListedSession(call: Call, uuid: string): Promise<void> {
  await call('endListedSession', { params: { session_uuid: uuid } });
}

/** Erases the viewer's account. A repeat after a failure completes the erasure. */
export async function deleteAccount(call: Call): Promise<void> {
  await call('deleteAccount', {});
}

/** Whether no user has this handle. @throws {ApiError} for any failure but `user_not_found` */
export async function isUserMissing(call: Call, handle: string): Promise<boolean> {
  try {
    await call('profilePage', { params: { handle } });
    return false;
  } catch (failure) {
    if (hasErrorCode(failure, 'user_not_found')) return true;
    throw failure;
  }
}

/** Opens the account at the pool after the session has renewed its tokens. */
export function useAccountProvider(): () => Promise<AccountProvider> {
  const { accessToken, identity } = useSession();
  return useCallback(async () => {
    // Otherwise Amplify would renew them itself, outside of the lock between tabs.
    await accessToken();
    return (await identity()).loadAccount();
  }, [accessToken, identity]);
}
