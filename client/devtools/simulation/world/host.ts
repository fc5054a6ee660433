/** A machine or program of the world: a gateway, a tab, the store. What runs in an event belongs to the event's host. */
export interface Host {
  readonly name: string;
  /** Distinguishes hosts in ties. */
  readonly nth: number;
  /** The difference of its wall clock to the world's, in milliseconds. */
  skewMs: number;
  /** Events of a frozen host wait until it runs again; those of a dead one are dropped. */
  state: 'running' | 'frozen' | 'dead';
  /** What arrived while it was frozen, in order. */
  readonly backlog: WorldEvent[];
}

/** Something that happens at a virtual time. */
export interface WorldEvent {
  at: number;
  /** Orders events of the same time: by host at random, and within a host as they were scheduled. */
  tie: number;
  nth: number;
  host: Host;
  /** The host whose event scheduled it, and when: another host's is a message. */
  from: Host;
  sentAt: number;
  /** What the trace calls it. */
  label: string;
  run: () => void;
  isCancelled: boolean;
}
