import fc from 'fast-check';
import {
  formatCursor,
  formatStreamCursors,
  nextPageOf,
  ORIGIN,
  parseCursor,
  parseStreamCursors,
  isSameCursor,
} from '@cruddur/shared';
import { expect, test } from 'vitest';

const tag = fc.stringMatching(/^[a-z0-9]{1,16}$/);
const cursor = fc.record({ seq: fc.integer({ min: 0, max: 999_999_999_999_999 }), tag });

test('[CURSOR-1] a cursor is read as it was written', () => {
  expect(formatCursor(ORIGIN)).toBe('0.0');
  expect(parseCursor('105.k3f9')).toEqual({ seq: 105, tag: 'k3f9' });
  fc.assert(fc.property(cursor, (one) => isSameCursor(parseCursor(formatCursor(one)) ?? ORIGIN, one)));
});

test('[CURSOR-1] any other text, and a number above the safe integers, is invalid', () => {
  const wrong = [
    ...['', '1', '1.', '.a', '01.a', '-1.a', '1.5.a', '1e3.a', '1.A', ' 1.a', '1.a\n'],
    ...[`1.${'a'.repeat(17)}`, '9007199254740993.a'],
  ];
  expect(wrong.filter((text) => parseCursor(text) !== null)).toEqual([]);
});

test('[FEED-3] the header carries both cursors, or the public one only', () => {
  const cursors = fc.record({ public: cursor, me: fc.option(cursor, { nil: undefined }) });
  fc.assert(
    fc.property(cursors, (both) => {
      const read = parseStreamCursors(formatStreamCursors(both));
      expect(read?.public).toEqual(both.public);
      expect(read?.me).toEqual(both.me);
    }),
  );
  const wrong = [null, undefined, '', 'me=1.a', 'public=', 'public=x;me=1.a'];
  expect(wrong.filter((text) => parseStreamCursors(text) !== null)).toEqual([]);
});

test('[PAGING-2] the next page is in the link, which is absent at the end', () => {
  expect(nextPageOf('</api/activities/home?before=12.ab%3D&limit=50>; rel="next"')).toBe('12.ab=');
  expect(nextPageOf('</api/x?limit=5&before=7>; rel="next"')).toBe('7');
  expect(nextPageOf('</api/x?before=7>; rel="prev"')).toBeNull();
  expect(nextPageOf(null)).toBeNull();
});
