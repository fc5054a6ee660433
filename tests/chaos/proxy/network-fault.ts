/** What a link may suffer. `answers` are the bytes that come back from who was connected to. */
export type NetworkFault =
  /** Nobody can connect; living connections stay. */
  | { kind: 'refuse' }
  /** Every living connection is torn down. */
  | { kind: 'reset' }
  /** Nothing comes through in either direction, and nobody is told. */
  | { kind: 'black-hole' }
  | { kind: 'delay'; ms: number }
  | { kind: 'throttle'; bytesPerSecond: number }
  /** The caller is told that no more answers come; what the caller says still goes through. */
  | { kind: 'half-close' }
  /** Each connection is torn down in the middle of an answer, so many bytes from now. */
  | { kind: 'cut'; afterBytes: number };

export type NetworkFaultKind = NetworkFault['kind'];

export const NETWORK_FAULT_KINDS: readonly NetworkFaultKind[] = [
  ...(['refuse', 'reset', 'black-hole', 'delay'] as const),
  ...(['throttle', 'half-close', 'cut'] as const),
];
