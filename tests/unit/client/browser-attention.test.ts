import { VIEWED_CRUDS_MAX, VIEWING_EVERY_MS } from '@cruddur/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createBrowserAttention,
  QUIET_AFTER_MS,
  REPORT_EVERY_MS,
} from '../../../client/src/realtime/tabs/browser-attention.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openAttention() {
  const changes: string[] = [];
  const attention = createBrowserAttention({
    runtime: createTestRuntime(),
    onQuietChange: () => changes.push(attention.isQuiet() ? 'quiet' : 'active'),
    onViewedChange: (shownAnew) => changes.push(`viewed ${shownAnew.join()}`),
  });
  const show = (tab: string, ...cruds: string[]) => attention.handleReport({ kind: 'visible', tab, cruds });
  const hide = (tab: string) => attention.handleReport({ kind: 'hidden', tab });
  return { attention, changes, show, hide };
}

test('[QUIET-5] a browser is quiet once no tab has been visible for five seconds, and active as soon as one is', () => {
  const { attention, changes, show, hide } = openAttention();
  vi.advanceTimersByTime(QUIET_AFTER_MS - 1);
  show('a');
  show('b');
  hide('a');
  vi.advanceTimersByTime(2 * QUIET_AFTER_MS);
  hide('b');
  vi.advanceTimersByTime(QUIET_AFTER_MS - 1);
  expect(attention.isQuiet()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(changes.filter((change) => !change.startsWith('viewed'))).toEqual(['quiet']);
  show('a');
  expect(attention.isQuiet()).toBe(false);
  expect(changes.at(-1)).toBe('active');
});

test('[QUIET-5] a leader that no tab reports to becomes quiet by itself', () => {
  const { attention } = openAttention();
  vi.advanceTimersByTime(QUIET_AFTER_MS);
  expect(attention.isQuiet()).toBe(true);
});

test('[QUIET-5] a tab that stops reporting has crashed; one that repeats its report stays visible', () => {
  const { attention, show } = openAttention();
  show('crashed', 'x');
  for (let round = 0; round < 3; round += 1) {
    show('alive', 'y');
    vi.advanceTimersByTime(REPORT_EVERY_MS);
  }
  expect(attention.viewed()).toEqual(['y']);
  expect(attention.isQuiet()).toBe(false);
  vi.advanceTimersByTime(3 * REPORT_EVERY_MS + QUIET_AFTER_MS);
  expect(attention.isQuiet()).toBe(true);
});

test('[COUNTS-12] the cruds of all visible tabs are reported in one change, at most every two seconds', () => {
  const { attention, changes, show, hide } = openAttention();
  show('a', 'x', 'y');
  show('b', 'y', 'z');
  show('a', 'x');
  expect(changes).toEqual(['viewed x,y']);
  vi.advanceTimersByTime(VIEWING_EVERY_MS);
  // The second tab shows `y` anew: a tab that was frozen may have outdated counts of it.
  expect(changes).toEqual(['viewed x,y', 'viewed y,z']);
  expect(new Set(attention.viewed())).toEqual(new Set(['x', 'y', 'z']));
  show('a', 'x');
  vi.advanceTimersByTime(VIEWING_EVERY_MS);
  expect(changes).toHaveLength(2);
  hide('b');
  vi.advanceTimersByTime(VIEWING_EVERY_MS);
  expect(changes).toHaveLength(3);
  expect(attention.viewed()).toEqual(['x']);
});

test('[COUNTS-12] of more cruds than one socket may view, those of the tab that reported last are kept', () => {
  const { attention, show } = openAttention();
  const cruds = (name: string) => Array.from({ length: 40 }, (_, index) => `${name}${index}`);
  show('a', ...cruds('a'));
  show('b', ...cruds('b'));
  expect(attention.viewed()).toHaveLength(VIEWED_CRUDS_MAX);
  expect(attention.viewed()).toEqual(expect.arrayContaining(cruds('b')));
});
