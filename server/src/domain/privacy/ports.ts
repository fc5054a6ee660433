import type { PrivacySettings } from '@cruddur/shared';

export interface PrivacyReads {
  /** The defaults for a person who does not exist. */
  find(sub: string): Promise<PrivacySettings>;
}

/** A conversation in which the other member's screen changes with the viewer's read receipts. */
export interface ReadAudience {
  group: string;
  other: string;
}

export interface PrivacyWrites {
  /** The settings, locked against other changes until the transaction ends; null for an erased person. */
  lock(sub: string): Promise<PrivacySettings | null>;
  save(sub: string, settings: PrivacySettings): Promise<void>;
  /** The person's latest conversations whose other member has read receipts on. */
  findReadAudience(sub: string, limit: number): Promise<ReadAudience[]>;
}
