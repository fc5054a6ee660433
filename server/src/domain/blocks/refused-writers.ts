import type { ErrorCode } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors.ts';

const WRITERS_MAX = 10_000;

/** A write that the store refuses between two people of whom one has blocked the other. */
export interface GuardedWrite<T> {
  writer: string;
  /** The code of that refusal. */
  code: ErrorCode;
  isRefused: () => Promise<boolean>;
  write: () => Promise<T>;
}

/** @throws Refusal with the code, and whatever the write throws */
export type RunGuarded = <T>(guarded: GuardedWrite<T>) => Promise<T>;

/**
 * The refusal of a trigger fails a shared commit, whose writes are then repeated one by one. So the writes of a person whom it has
 * refused are checked before they join a commit from then on; all others cost nothing.
 */
export function createRunGuarded(): RunGuarded {
  const refusedWriters = new LRUCache<string, true>({ max: WRITERS_MAX });
  return async ({ writer, code, isRefused, write }) => {
    const key = `${writer} ${code}`;
    if (refusedWriters.has(key) && (await isRefused())) throw new Refusal(code);
    try {
      return await write();
    } catch (error) {
      if (error instanceof Refusal && error.codes[0] === code) refusedWriters.set(key, true);
      throw error;
    }
  };
}
