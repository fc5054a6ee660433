import type { PeerEnvironment } from './peer-environment.ts';

/** One line of the comparison: a figure of ours, and the same figure of a peer on this machine. */
export interface PeerRow {
  /** For `--rows`: `feed-first`. */
  name: string;
  /** What is measured, as in docs/performance.md. */
  title: string;
  /** The unit of both figures; of the verdict too when there is no peer. */
  unit: string;
  /** Of ours / peer, or of ours alone when there is no peer. */
  target: Target;
  /** One repetition, 20 s at most. */
  measure(environment: PeerEnvironment): Promise<number>;
  peer?: {
    /** What ours is compared with, as in docs/performance.md. */
    title: string;
    /** One repetition, 20 s at most. Runs before and after ours by turns. */
    measure(environment: PeerEnvironment): Promise<number>;
  };
}

export type Target = { atLeast: number } | { atMost: number };
