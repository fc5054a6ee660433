import { useCallback } from 'react';
import type { AccountProvider } from '../auth/identity-provider.ts';
import { useSession } from '../auth/session/session-react.tsx';

/** Opens the account at the pool after the session has renewed its tokens. */
export function useAccountProvider(): () => Promise<AccountProvider> {
  const { accessToken, identity } = useSession();
  return useCallback(async () => {
    // Otherwise Amplify would renew them itself, outside of the lock between tabs.
    await accessToken();
    return (await identity()).loadAccount();
  }, [accessToken, identity]);
}
