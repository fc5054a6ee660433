/** Tells whether what is sent still comes back. A stopped Redis raises no event, so only hearing oneself proves it. */
export interface Heartbeat {
  /** Sends the next one; called each second. */
  ping(): void;
  recordPong(): void;
  isAlive(): boolean;
  /** True once it was silent for so long that the connections themselves are in doubt. */
  isLost(): boolean;
  /** The connections are new: they get their time before they are in doubt. */
  restartGracePeriod(): void;
}

const ALIVE_MS = 2000;
const LOST_MS = 5000;

export interface HeartbeatParts {
  send: () => void;
  /** A clock that never jumps, in milliseconds. */
  monotonicMs: () => number;
  /** Called at each change, with what is now. */
  onChange: (isAlive: boolean) => void;
}

export function createHeartbeat({ send, monotonicMs, onChange }: HeartbeatParts): Heartbeat {
  let pongAt = -Infinity;
  let trustedSince = monotonicMs();
  let wasAlive = false;

  const isAlive = () => monotonicMs() - pongAt <= ALIVE_MS;
  const reportChange = () => {
    const now = isAlive();
    if (now !== wasAlive) onChange(now);
    wasAlive = now;
  };

  return {
    isAlive,
    ping() {
      reportChange();
      send();
    },
    recordPong() {
      pongAt = monotonicMs();
      reportChange();
    },
    isLost: () => monotonicMs() - Math.max(pongAt, trustedSince) > LOST_MS,
    restartGracePeriod: () => {
      trustedSince = monotonicMs();
    },
  };
}
