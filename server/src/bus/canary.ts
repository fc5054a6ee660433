/** Tells whether what is sent still comes back. A stopped Redis raises no event, so only hearing oneself proves it. */
export interface Canary {
  /** Sends the next one; called each second. */
  sing(): void;
  heard(): void;
  isAlive(): boolean;
  /** True once it was silent for so long that the connections themselves are in doubt. */
  isLost(): boolean;
  /** The connections are new: they get their time before they are in doubt. */
  forgive(): void;
}

const ALIVE_MS = 2000;
const LOST_MS = 5000;

export interface CanaryParts {
  send: () => void;
  /** A clock that never jumps, in milliseconds. */
  monotonicMs: () => number;
  /** Called at each change, with what is now. */
  changed: (isAlive: boolean) => void;
}

export function createCanary({ send, monotonicMs, changed }: CanaryParts): Canary {
  let heardAt = -Infinity;
  let trustedSince = monotonicMs();
  let wasAlive = false;

  const isAlive = () => monotonicMs() - heardAt <= ALIVE_MS;
  const look = () => {
    const now = isAlive();
    if (now !== wasAlive) changed(now);
    wasAlive = now;
  };

  return {
    isAlive,
    sing() {
      look();
      send();
    },
    heard() {
      heardAt = monotonicMs();
      look();
    },
    isLost: () => monotonicMs() - Math.max(heardAt, trustedSince) > LOST_MS,
    forgive: () => {
      trustedSince = monotonicMs();
    },
  };
}
