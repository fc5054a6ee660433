import type { Activity } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import { holdBack } from '../../../client/src/feed/held-back.ts';
import { crud, uuidOf, viewer } from './history.ts';

const seen = (number: number, more: Partial<Activity> = {}): Activity => ({
  ...crud(number, more),
  liked: false,
  reposted: false,
});
const own = (number: number) => seen(number, { cognito_user_uuid: viewer.cognito_id });
const known = new Set([uuidOf(2), uuidOf(1)]);
const hold = (items: Activity[]) => {
  const { shown, waiting } = holdBack(items, known, viewer.cognito_id);
  return [shown.map(({ uuid }) => uuid), waiting.map(({ uuid }) => uuid)];
};

describe('new cruds while somebody reads', () => {
  test('wait above what was shown, while older pages are shown as they come', () => {
    expect(hold([seen(4), seen(3), seen(2), seen(1), seen(0)])).toEqual([
      [uuidOf(2), uuidOf(1), uuidOf(0)],
      [uuidOf(4), uuidOf(3)],
    ]);
  });

  test('the reader’s own are shown at once', () => {
    expect(hold([own(4), seen(3), seen(2), seen(1)])).toEqual([
      [uuidOf(4), uuidOf(2), uuidOf(1)],
      [uuidOf(3)],
    ]);
  });

  test('nothing is held when nothing of what was shown is left', () => {
    expect(hold([seen(9)])).toEqual([[uuidOf(9)], []]);
  });
});
