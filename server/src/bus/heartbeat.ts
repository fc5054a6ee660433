/** Detects whether published messages still arrive. A stopped Redis raises no event, so a gateway subscribes to its own pings. */
export interface Heartbeat {
  /** Sends the next ping; called each second. */
  ping(): void;
  recordPong(): void;
  isAlive(): boolean;
  /** True once no ping has returned for so long that the connections must be replaced. */
  isLost(): boolean;
  /** Called with new connections, which count as lost only after the full time. */
  restartGracePeriod(): void;
}

const ALIVE_MS = 2000;
const LOST_MS = 5000;

export interface HeartbeatParts {
  send: () => void;
  /** A clock that never jumps, in milliseconds. */
  monotonicMs: () => number;
  /** Called with the first state, which is a loss only after the full time, and at each change. */
  onChange: (isAlive: boolean) => void;
}

export function createHeartbeat({ send, monotonicMs, onChange }: HeartbeatParts): Heartbeat {
  let pongAt = -Infinity;
  let connectedAt = monotonicMs();
  let wasAlive: boolean | undefined;

  const isAlive = () => monotonicMs() - pongAt <= ALIVE_MS;
  const isLost = () => monotonicMs() - Math.max(pongAt, connectedAt) > LOST_MS;
  const reportChange = () => {
    const alive = isAlive();
    if (alive === wasAlive || (wasAlive === undefined && !alive && !isLost())) return;
    wasAlive = alive;
    onChange(alive);
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
    isLost,
    restartGracePeriod: () => {
      // The time may have ended since the last ping.
      reportChange();
      connectedAt = monotonicMs();
    },
  };
}
