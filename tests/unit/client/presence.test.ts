import { expect, test } from 'vitest';
import { createPresence, typingKey } from '../../../client/src/realtime/presence/presence.ts';
import { sendPresence } from '../../../client/src/realtime/presence/send-presence.ts';
import type { ConnectionState } from '../../../client/src/realtime/tabs/connection-actor.ts';
import { createSignal } from '../../../client/src/signal.ts';
import type { EphemeralEvent } from '../../../client/src/realtime/stream/wire-event.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const FIRST = '2030-01-01T00:00:06.000Z';
const LATER = '2030-01-01T00:00:09.000Z';

test('[PRESENCE-3] presence and typing last until the end of the latest lease, for the named handle only', () => {
  const ephemeralEvents = createSignal<EphemeralEvent | null>(null);
  const tracker = createPresence(ephemeralEvents);
  ephemeralEvents.set({ kind: 'presence', presence: { handle: 'odalys', until: FIRST } });
  ephemeralEvents.set({
    kind: 'typing',
    typing: { message_group_uuid: 'g', handle: 'odalys', until: FIRST },
  });
  ephemeralEvents.set({ kind: 'presence', presence: { handle: 'odalys', until: LATER } });
  const { presentUntil, typingUntil } = tracker.getSnapshot();
  expect([...presentUntil]).toEqual([['odalys', Date.parse(LATER)]]);
  expect([...typingUntil]).toEqual([[typingKey('g', 'odalys'), Date.parse(FIRST)]]);
});

test('[PRESENCE-5] a conversation opened before the connection publishes its presence as soon as the connection is live', () => {
  const line = createSignal<ConnectionState>({ status: 'connecting', proved: false });
  const notified: string[] = [];
  const note = (_sign: string, group: string) => {
    if (line.getSnapshot().status === 'live') notified.push(group);
  };
  const leave = sendPresence({ connectionState: line, sendNote: note }, createTestRuntime(), 'g');
  expect(notified).toEqual([]);
  line.set({ status: 'live', proved: false });
  expect(notified).toEqual(['g']);
  leave();
  line.set({ status: 'live', proved: true });
  expect(notified).toEqual(['g']);
});
