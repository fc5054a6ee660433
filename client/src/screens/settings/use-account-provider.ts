import { useCallback } from 'react';
import type { AccountProvider } from '../../auth/identity-provider.ts';
import { useSession } from '../../auth/session/session-react.tsx';

/** How to reach the account at the pool, with tokens that the session has seen to before. */
export function useAccountProvider(): () => Promise<AccountProvider> {
  const { accessToken, identity } = useSession();
  return useCallback(async () => {
    // Otherwise Amplify would renew them itself, without asking the other tabs.
    await accessToken();
    return (await identity()).account();
  }, [accessToken, identity]);
}
