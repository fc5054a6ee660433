import type { Ports } from '../ports.ts';
import { userStream, type LogEntry } from '../streams.ts';

/** Tells a person's tabs how many notifications are unread now. */
export const unreadEntry = (sub: string): LogEntry => ({
  stream: userStream(sub),
  kind: 'notifications.read',
  ref: sub,
});

/** Tells them after a change that is committed. It never fails: the next answer has the number too. */
export async function tellUnread(
  { store, deliver }: Pick<Ports, 'store' | 'deliver'>,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  const told = store.runChange(null, () =>
    Promise.resolve({ result: null, entries: people.map(unreadEntry) }),
  );
  await told.then(
    ({ envelopes }) => deliver(envelopes),
    () => undefined,
  );
}
