import { RECENT_EVENTS_MAX, VIEWED_CRUDS_MAX, VIEWING_EVERY_MS, type ViewingRequest } from '@cruddur/shared';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttentionFrames } from '../../../../client/src/sync/connection/attention-frames.ts';
import {
  createBrowserAttention,
  QUIET_AFTER_MS,
  REPORT_EVERY_MS,
} from '../../../../client/src/sync/tabs/browser-attention.ts';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The frames of one socket to a gateway, and what the user sees. */
function openFrames() {
  const sent: ('quiet' | ViewingRequest)[] = [];
  const seen = { quiet: false, viewed: [] as string[], cursor: '100.a' };
  const frames = createAttentionFrames({
    sendQuiet: () => sent.push('quiet'),
    sendViewing: (change) => sent.push(change),
    attention: { isQuiet: () => seen.quiet, viewed: () => seen.viewed },
    cursors: () => ({ public: seen.cursor, me: '1.a' }),
  });
  return { frames, sent, seen };
}

test('no frame is sent between a connection’s end and the next ready', () => {
  const { frames, sent, seen } = openFrames();
  frames.onReady();
  expect(sent).toEqual([{ added: [], removed: [] }]);
  frames.onDisconnect();
  Object.assign(seen, { quiet: true, viewed: ['x'] });
  frames.update();
  expect(sent).toHaveLength(1);
  expect(frames.toHandshake()).toEqual({ quiet: true });
});

test('quiet is sent once, ends with a sync, and is sent again after a sync while no tab is visible', () => {
  const { frames, sent, seen } = openFrames();
  frames.onReady();
  sent.length = 0;
  seen.quiet = true;
  frames.update();
  frames.update();
  expect([sent, frames.mustSync()]).toEqual([['quiet'], false]);
  frames.onPublicSync();
  frames.update();
  expect(sent).toEqual(['quiet', 'quiet']);
  seen.quiet = false;
  expect(frames.mustSync()).toBe(true);
  frames.onPublicSync();
  frames.update();
  expect([sent.length, frames.mustSync()]).toEqual([2, false]);
});

test('a tab that is shown while the handshake says quiet makes a sync due', () => {
  const { frames, sent, seen } = openFrames();
  seen.quiet = true;
  frames.toHandshake();
  seen.quiet = false;
  frames.onReady();
  expect(frames.mustSync()).toBe(true);
  expect(sent).toEqual([{ added: [], removed: [] }]);
});

test('a quiet client ignores public heads until it is half the gateway’s memory behind', () => {
  const { frames, seen } = openFrames();
  seen.quiet = true;
  frames.onReady();
  const heads = (behind: number) => frames.withoutQuietStream({ public: `${100 + behind}.b`, me: '2.a' });
  expect(heads(RECENT_EVENTS_MAX / 2)).toEqual({ me: '2.a' });
  expect(heads(RECENT_EVENTS_MAX / 2 + 1)).toHaveProperty('public');
  seen.cursor = '';
  expect(heads(1)).toHaveProperty('public');
});

test('only differences are reported, and a new gateway gets everything', () => {
  const { frames, sent, seen } = openFrames();
  seen.viewed = ['x', 'y'];
  frames.onReady();
  frames.update();
  seen.viewed = ['y', 'z'];
  frames.update(['y']);
  frames.onReady();
  expect(sent).toEqual([
    { added: ['x', 'y'], removed: [] },
    { added: ['y', 'z'], removed: ['x'] },
    { added: ['y', 'z'], removed: [] },
  ]);
});

/** The tabs of a browser as its leader knows them. */
function openTabs() {
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

test('a browser is quiet once no tab has been visible for five seconds, and active as soon as one is', () => {
  const { attention, changes, show, hide } = openTabs();
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

test('a tab that stops reporting has crashed; one that repeats its report stays visible', () => {
  const { attention, show } = openTabs();
  show('crashed', 'x');
  for (let round = 0; round < 3; round += 1) {
    show('alive', 'y');
    vi.advanceTimersByTime(REPORT_EVERY_MS);
  }
  expect([attention.viewed(), attention.isQuiet()]).toEqual([['y'], false]);
  vi.advanceTimersByTime(3 * REPORT_EVERY_MS + QUIET_AFTER_MS);
  expect(attention.isQuiet()).toBe(true);
  const unreported = openTabs().attention;
  vi.advanceTimersByTime(QUIET_AFTER_MS);
  expect(unreported.isQuiet()).toBe(true);
});

test('the cruds of all visible tabs are reported in one change, at most every two seconds', () => {
  const { attention, changes, show, hide } = openTabs();
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

test('of more cruds than one socket may view, those of the tab that reported last are kept', () => {
  const { attention, show } = openTabs();
  const crudsOf = (tab: string) => Array.from({ length: 40 }, (_, index) => `${tab}${index}`);
  for (const tab of ['a', 'b']) show(tab, ...crudsOf(tab));
  expect(attention.viewed()).toHaveLength(VIEWED_CRUDS_MAX);
  expect(attention.viewed()).toEqual(expect.arrayContaining(crudsOf('b')));
});
