import { Refusal } from '../domain/errors.ts';
import type { WriteUnit } from '../domain/ports.ts';
import { createActivityWrites } from './activity-writes.ts';
import { createErasureWrites } from './erasure-writes.ts';
import { createMessageWrites } from './message-writes.ts';
import { createNotificationWrites } from './notifications.ts';
import { createPeopleWrites } from './people.ts';
import { DedicatedTransactionRequired, type Transaction } from './transaction.ts';

/** What can be written in a transaction. */
export function createWriteUnit(tx: Transaction): WriteUnit {
  return {
    activities: createActivityWrites(tx),
    people: createPeopleWrites(tx),
    messages: createMessageWrites(tx),
    notifications: createNotificationWrites(tx),
    erasure: createErasureWrites(tx),
  };
}

/** The same for one of those who share it, that knows whether this one has written. All other writes refuse company. */
export function trackWrites(unit: WriteUnit): { unit: WriteUnit; hasWritten: () => boolean } {
  let writes = 0;
  const countWrite =
    <A extends unknown[], O>(write: (...args: A) => Promise<O>) =>
    async (...args: A): Promise<O> => {
      writes += 1;
      try {
        return await write(...args);
      } catch (error) {
        // What a write itself refuses it has not written.
        if (error instanceof Refusal || error instanceof DedicatedTransactionRequired) writes -= 1;
        throw error;
      }
    };
  const { activities, people, messages, notifications } = unit;
  return {
    unit: {
      ...unit,
      activities: {
        ...activities,
        insert: countWrite((row) => activities.insert(row)),
        addMark: countWrite((mark, of, now) => activities.addMark(mark, of, now)),
        removeMark: countWrite((mark, of) => activities.removeMark(mark, of)),
      },
      people: {
        ...people,
        updateProfile: countWrite((sub, name, bio) => people.updateProfile(sub, name, bio)),
      },
      messages: {
        ...messages,
        insert: countWrite((row) => messages.insert(row)),
        markRead: countWrite((group, sub, message) => messages.markRead(group, sub, message)),
      },
      notifications: {
        insert: countWrite((row) => notifications.insert(row)),
        insertUnlessNotified: countWrite((row, since) => notifications.insertUnlessNotified(row, since)),
        markRead: countWrite((sub, seq) => notifications.markRead(sub, seq)),
      },
    },
    hasWritten: () => writes > 0,
  };
}
