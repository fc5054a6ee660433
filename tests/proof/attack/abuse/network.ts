import { createResolve } from '../../../../server/src/push/public-addresses.ts';
import type { PushNetwork } from '../../../../server/src/push/send-push.ts';

export interface AbuseNetwork {
  /** The authority of the push service's certificate. */
  ca: string;
  /** Of the push services below `SILENT_DOMAIN`; all others are this machine. */
  nameServer: string;
}

/** Within that of the test's push service. */
export const SILENT_DOMAIN = '.silent';

/** How the attacked gateway finds push services. */
export function createNetwork({ ca, nameServer }: AbuseNetwork): PushNetwork {
  const resolveSilent = createResolve({ servers: [nameServer] });
  return {
    ca,
    isAllowed: () => true,
    resolve: (hostname, answer) => {
      if (hostname.includes(`${SILENT_DOMAIN}.`)) resolveSilent(hostname, answer);
      else answer(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  };
}
