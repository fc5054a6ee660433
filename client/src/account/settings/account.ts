import type { ListedSession } from '@cruddur/shared';
import { hasErrorCode } from '../../base/http/api-error.ts';
import type { Call } from '../../base/http/http-client.ts';
import { useCallback } from 'react';
import type { AccountProvider } from '../../base/session/identity-provider.ts';
import { failureOf } from '../../base/machines/failure.ts';
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

/** The pool's refusal of a token whose session was ended elsewhere; its name is that of a wrong password too. */
const REVOKED = 'Access Token has been revoked';

/** Calls the account at the pool after the session has renewed its tokens. A session that the pool has ended ends here too. */
export function useAccountProvider(): <T>(call: (account: AccountProvider) => Promise<T>) => Promise<T> {
  const { accessToken, refresh, identity } = useSession();
  return useCallback(
    async <T>(call: (account: AccountProvider) => Promise<T>): Promise<T> => {
      // Otherwise Amplify would renew them itself, outside of the lock between tabs.
      const token = await accessToken();
      const account = await (await identity()).loadAccount();
      try {
        return await call(account);
      } catch (failure) {
        if (failureOf(failure).message === REVOKED) await refresh(token);
        throw failure;
      }
    },
    [accessToken, refresh, identity],
  );
}
