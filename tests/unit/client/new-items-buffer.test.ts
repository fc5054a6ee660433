import type { Activity } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import { bufferNewItems } from '../../../client/src/feed/new-items-buffer.ts';
import { createCrud, uuidOf, viewer } from './sample-events.ts';

const seen = (number: number, more: Partial<Activity> = {}): Activity => ({
  ...createCrud(number, more),
  liked: false,
  reposted: false,
});
const own = (number: number) => seen(number, { cognito_user_uuid: viewer.cognito_id });
const known = new Set([uuidOf(2), uuidOf(1)]);
const bufferItems = (items: Activity[]) => {
  const { shown, newItems } = bufferNewItems(items, known, viewer.cognito_id);
  return [shown.map(({ uuid }) => uuid), newItems.map(({ uuid }) => uuid)];
};

describe('new cruds while the reader is scrolled down', () => {
  test('are buffered above the shown ones, while older pages are appended', () => {
    expect(bufferItems([seen(4), seen(3), seen(2), seen(1), seen(0)])).toEqual([
      [uuidOf(2), uuidOf(1), uuidOf(0)],
      [uuidOf(4), uuidOf(3)],
    ]);
  });

  test('of the reader are shown at once', () => {
    expect(bufferItems([own(4), seen(3), seen(2), seen(1)])).toEqual([
      [uuidOf(4), uuidOf(2), uuidOf(1)],
      [uuidOf(3)],
    ]);
  });

  test('are not buffered when none of the shown ones is left', () => {
    expect(bufferItems([seen(9)])).toEqual([[uuidOf(9)], []]);
  });
});
