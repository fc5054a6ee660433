import { RECENT_EVENTS_MAX, type ViewingRequest } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createAttentionFrames } from '../../../client/src/realtime/connection/attention-frames.ts';

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

test('[QUIET-4] a gateway that does not announce the frames gets none of them, and its heads are compared', () => {
  const { frames, sent, seen } = openFrames();
  seen.quiet = true;
  seen.viewed = ['x'];
  expect(frames.toHandshake()).toEqual({ quiet: true });
  frames.onReady(undefined);
  frames.update();
  expect(sent).toEqual([]);
  expect(frames.withoutQuietStream({ public: '101.b', me: '1.a' })).toEqual({ public: '101.b', me: '1.a' });
});

test('[QUIET-4] nothing is sent between the end of a connection and the next ready', () => {
  const { frames, sent, seen } = openFrames();
  frames.onReady(['quiet', 'viewing']);
  frames.onDisconnect();
  seen.quiet = true;
  seen.viewed = ['x'];
  frames.update();
  expect(sent).toEqual([{ added: [], removed: [] }]);
});

test('[QUIET-6] quiet is sent once, ends with a sync, and is sent again after a sync while no tab is visible', () => {
  const { frames, sent, seen } = openFrames();
  frames.onReady(['quiet']);
  seen.quiet = true;
  frames.update();
  frames.update();
  expect(sent).toEqual(['quiet']);
  expect(frames.mustSync()).toBe(false);
  frames.onPublicSync();
  frames.update();
  expect(sent).toEqual(['quiet', 'quiet']);
  seen.quiet = false;
  expect(frames.mustSync()).toBe(true);
  frames.onPublicSync();
  frames.update();
  expect(frames.mustSync()).toBe(false);
  expect(sent).toHaveLength(2);
});

test('[QUIET-6] a tab that is shown while the handshake says quiet makes a sync due', () => {
  const { frames, sent, seen } = openFrames();
  seen.quiet = true;
  frames.toHandshake();
  seen.quiet = false;
  frames.onReady(['quiet', 'viewing']);
  expect(frames.mustSync()).toBe(true);
  expect(sent).toEqual([{ added: [], removed: [] }]);
});

test('[QUIET-6] a quiet client ignores public heads until it is half the gateway’s memory behind', () => {
  const { frames, seen } = openFrames();
  seen.quiet = true;
  frames.onReady(['quiet']);
  const heads = (behind: number) => frames.withoutQuietStream({ public: `${100 + behind}.b`, me: '2.a' });
  expect(heads(RECENT_EVENTS_MAX / 2)).toEqual({ me: '2.a' });
  expect(heads(RECENT_EVENTS_MAX / 2 + 1)).toHaveProperty('public');
  seen.cursor = '';
  expect(heads(1)).toHaveProperty('public');
});

test('[COUNTS-12] only differences are reported, and a new gateway gets everything', () => {
  const { frames, sent, seen } = openFrames();
  seen.viewed = ['x', 'y'];
  frames.onReady(['viewing']);
  frames.update();
  seen.viewed = ['y', 'z'];
  frames.update(['y']);
  expect(sent).toEqual([
    { added: ['x', 'y'], removed: [] },
    { added: ['y', 'z'], removed: ['x'] },
  ]);
  frames.onReady(['viewing']);
  expect(sent.at(-1)).toEqual({ added: ['y', 'z'], removed: [] });
});
