import fc from 'fast-check';
import { HANDLE_PATTERN, isUuid, pathOf, RESERVED_HANDLES, routes, rowIdOf } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { paths } from '../../../client/src/base/paths.ts';

const sub = '6f1c3b1e-8b7d-4f7e-9d7a-2f9f0a1b2c3d';

test('the row of an operation has one version 5 UUID, unique per user and operation', () => {
  expect(rowIdOf(sub, 'first-crud')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(rowIdOf(sub, 'first-crud')).toBe('3d1e289f-d4e5-531b-9c19-debd4a9135a0');
  // Outside the variants of RFC 9562.
  const cognitoSub = 'c498e4d8-3091-7029-1c9c-b1c5ee4ee8e8';
  for (const person of [sub, cognitoSub])
    expect([isUuid(person), isUuid(rowIdOf(person, 'first-crud'))]).toEqual([true, true]);
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.uuid(), (person, other, operation) => {
      fc.pre(person !== other);
      expect(rowIdOf(person, operation)).toBe(rowIdOf(person, operation));
      expect(rowIdOf(person, operation)).not.toBe(rowIdOf(other, operation));
    }),
  );
});

test('parameters are encoded, so no handle changes the called route', () => {
  expect(pathOf(routes.profilePage, { handle: 'bayko' })).toBe('/api/activities/@bayko');
  expect(pathOf(routes.profilePage, { handle: '../home?x=#' })).toBe('/api/activities/@..%2Fhome%3Fx%3D%23');
  expect(pathOf(routes.singlePost, { handle: 'a', activity_uuid: sub })).toBe(
    `/api/activities/@a/status/${sub}`,
  );
});

test('[PATH-2] no handle is a word of the route tables, or the name of a property of every object', () => {
  const places = [...Object.values(routes).map(({ path }) => path), ...Object.values(paths)];
  const properties = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
  const words = [
    ...places.flatMap((path) => path.split(/[/#]/)),
    ...properties.map((name) => name.toLowerCase()),
  ];
  const handles = words.filter((word) => HANDLE_PATTERN.test(word));
  expect(handles).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'tostring', 'messages']));
  expect(handles.filter((word) => !RESERVED_HANDLES.includes(word))).toEqual([]);
  expect(RESERVED_HANDLES.filter((word) => !HANDLE_PATTERN.test(word))).toEqual([]);
});
