import type { BlockedPerson, BlockState } from '@cruddur/shared';

export interface BlockReads {
  /** The unerased people whom a person has blocked, latest first. */
  listBlocked(sub: string): Promise<BlockedPerson[]>;
  /** The newest people who are hidden from a person, and those of them whom the person has blocked. */
  readHidden(sub: string): Promise<{ hidden: string[]; blocked: string[] }>;
  /** How a person stands to the viewer. */
  readState(viewer: string, sub: string): Promise<BlockState>;
  /** Whether the author of a crud or reply is hidden from a person. */
  isAuthorHidden(activity: string, from: string): Promise<boolean>;
}

export interface BlockWrites {
  /**
   * Waits for concurrent writes of both people. Those that follow see the block.
   * @returns 'none' when the block exists already
   */
  add(block: {
    blocker: string;
    blocked: string;
    at: Date;
  }): Promise<'added' | 'none' | 'too many' | 'not found'>;
  /** @returns whether there was a block */
  remove(block: { blocker: string; blocked: string }): Promise<boolean>;
  /** Whether one of two people has blocked the other. */
  isBetween(a: string, b: string): Promise<boolean>;
}
