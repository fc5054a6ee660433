/** The faults of a link. `answers` are the bytes that come back from the connected side. */
export type NetworkFault =
  /** New connections are refused; open ones stay. */
  | { kind: 'refuse' }
  /** Every open connection is reset. */
  | { kind: 'reset' }
  /** Bytes of both directions are held back, and are forwarded afterwards. */
  | { kind: 'black-hole' }
  | { kind: 'delay'; ms: number }
  | { kind: 'throttle'; bytesPerSecond: number }
  /** The end of answers is signalled to the caller; the caller's bytes are still forwarded. */
  | { kind: 'half-close' }
  /** Each connection is reset in the middle of an answer, after this many bytes. */
  | { kind: 'cut'; afterBytes: number };

export type NetworkFaultKind = NetworkFault['kind'];

export const NETWORK_FAULT_KINDS: readonly NetworkFaultKind[] = [
  ...(['refuse', 'reset', 'black-hole', 'delay'] as const),
  ...(['throttle', 'half-close', 'cut'] as const),
];
