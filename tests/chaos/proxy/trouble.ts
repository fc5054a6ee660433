/** What a link may suffer. `answers` are the bytes that come back from who was connected to. */
export type Trouble =
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

export type TroubleKind = Trouble['kind'];

export const TROUBLE_KINDS: readonly TroubleKind[] = [
  ...(['refuse', 'reset', 'black-hole', 'delay'] as const),
  ...(['throttle', 'half-close', 'cut'] as const),
];
