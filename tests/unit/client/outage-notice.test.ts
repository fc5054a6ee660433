import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  SHOW_OUTAGE_AFTER_MS,
  SHOW_RETURN_MS,
  watchOutages,
  type OutageNotice,
} from '../../../client/src/realtime/tabs/outage-notice.ts';
import type { ConnectionState } from '../../../client/src/realtime/tabs/connection-actor.ts';
import { createSignal } from '../../../client/src/signal.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watchConnection() {
  const connectionState = createSignal<ConnectionState>({ status: 'idle', proved: false });
  const notice = createSignal<OutageNotice>('none');
  watchOutages(connectionState, notice, createTestRuntime().timers);
  const seen: string[] = [];
  notice.subscribe(() => seen.push(notice.getSnapshot()));
  const become = (...statuses: ConnectionState['status'][]) => {
    for (const status of statuses) connectionState.set({ status, proved: false });
  };
  return { seen, become };
}

test('[LIVE-15] a loss that ends within three seconds shows neither the outage nor that it is over', () => {
  const { seen, become } = watchConnection();
  become('connecting', 'live', 'reconnecting');
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS - 1);
  become('live');
  vi.runAllTimers();
  expect(seen).toEqual([]);
});

test('[LIVE-15] an outage is shown after three seconds, and its end for three', () => {
  const { seen, become } = watchConnection();
  become('connecting', 'live', 'refused');
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS / 2);
  // Failed attempts do not restart the time.
  become('connecting', 'reconnecting');
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS / 2);
  expect(seen).toEqual(['outage']);
  become('polling', 'live');
  expect(seen).toEqual(['outage', 'over']);
  vi.advanceTimersByTime(SHOW_RETURN_MS);
  expect(seen).toEqual(['outage', 'over', 'none']);
});

test('[LIVE-15] the next loss ends the notice that the last one is over, and waits again', () => {
  const { seen, become } = watchConnection();
  become('reconnecting');
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS);
  become('live', 'reconnecting');
  expect(seen).toEqual(['outage', 'over', 'none']);
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS - 1);
  become('live');
  vi.runAllTimers();
  expect(seen).toEqual(['outage', 'over', 'none']);
});

test('[LIVE-15] a sign-out ends an outage without a word', () => {
  const { seen, become } = watchConnection();
  become('reconnecting');
  vi.advanceTimersByTime(SHOW_OUTAGE_AFTER_MS);
  become('idle');
  vi.runAllTimers();
  expect(seen).toEqual(['outage', 'none']);
});
