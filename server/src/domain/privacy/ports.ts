import type { PrivacySettings } from '@cruddur/shared';

/** All settings, which an answer of an earlier version may lack. */
export type StoredSettings = Required<PrivacySettings>;

export interface PrivacyReads {
  /** The defaults for a person who does not exist. */
  find(sub: string): Promise<StoredSettings>;
}

/** A conversation in which the other member's screen changes with the viewer's read receipts. */
export interface ReadAudience {
  group: string;
  other: string;
}

export interface PrivacyWrites {
  /** The settings, locked against other changes until the transaction ends; null for an erased person. */
  lock(sub: string): Promise<StoredSettings | null>;
  save(sub: string, settings: StoredSettings): Promise<void>;
  /** The person's latest conversations whose other member has read receipts on. */
  findReadAudience(sub: string, limit: number): Promise<ReadAudience[]>;
}
