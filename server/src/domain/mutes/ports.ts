import type { Mute, MuteKind } from '@cruddur/shared';

export interface MuteReads {
  /** The mutes of a person that have not ended, latest first. */
  listMutes(owner: string, now: Date): Promise<Mute[]>;
  /** The subs of the people whom a person mutes. */
  listMutedPeople(owner: string, now: Date): Promise<string[]>;
}

/** A mute that begins or gets another end. */
export interface MuteToSave {
  owner: string;
  kind: MuteKind;
  /** The value as it is compared; equal for all spellings of one word. */
  key: string;
  /** As it was typed; empty for a person. */
  value: string;
  /** The muted person's sub. */
  person: string | null;
  until: Date | null;
  now: Date;
}

export interface MuteWrites {
  /**
   * Waits for other changes of the owner's mutes. What is muted already gets the new end.
   * @returns its uuid; 'not found' for a person who does not exist, 'too many' above `MUTES_MAX`
   * @throws Refusal generic_401 for an erased owner
   */
  save(mute: MuteToSave): Promise<{ uuid: string } | 'not found' | 'too many'>;
  /** @returns whether the owner had such a mute that had not ended */
  remove(mute: { owner: string; uuid: string; now: Date }): Promise<boolean>;
}
