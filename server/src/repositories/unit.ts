import type { WriteUnit } from '../domain/ports.ts';
import { createActivityWrites } from './activity-writes.ts';
import { createErasureWrites } from './erasure-writes.ts';
import { createMessageWrites } from './message-writes.ts';
import { createNotificationWrites } from './notifications.ts';
import { createPeopleWrites } from './people.ts';
import type { Transaction } from './transaction.ts';

/** What can be written in a transaction. */
export function unitOf(tx: Transaction): WriteUnit {
  return {
    activities: createActivityWrites(tx),
    people: createPeopleWrites(tx),
    messages: createMessageWrites(tx),
    notifications: createNotificationWrites(tx),
    erasure: createErasureWrites(tx),
  };
}

/** The same for one of those who share it, that knows whether this one has written. All other writes refuse company. */
export function memberOf(unit: WriteUnit): { unit: WriteUnit; hasWritten: () => boolean } {
  let written = false;
  const writing =
    <I, O>(write: (row: I) => Promise<O>) =>
    (row: I) => {
      written = true;
      return write(row);
    };
  const { activities, messages, notifications } = unit;
  return {
    unit: {
      ...unit,
      activities: { ...activities, insert: writing((row) => activities.insert(row)) },
      messages: { ...messages, insert: writing((row) => messages.insert(row)) },
      notifications: { ...notifications, insert: writing((row) => notifications.insert(row)) },
    },
    hasWritten: () => written,
  };
}
