import fc from 'fast-check';
import {
  HANDLE_PATTERN,
  isOperationId,
  isUuid,
  pathOf,
  RESERVED_HANDLES,
  routes,
  rowIdOf,
} from '@cruddur/shared';
import { expect, test } from 'vitest';
import { paths } from '../../../client/src/paths.ts';

const sub = '6f1c3b1e-8b7d-4f7e-9d7a-2f9f0a1b2c3d';

test('[OP-1] an operation id has 8 to 64 letters, digits and dashes', () => {
  expect(['a'.repeat(8), 'A-9'.repeat(21), 'a'.repeat(64)].every(isOperationId)).toBe(true);
  const wrong = ['', 'a'.repeat(7), 'a'.repeat(65), 'under_score', 'é'.repeat(8), 'line\nend-1'];
  expect(wrong.filter(isOperationId)).toEqual([]);
});

test('[ID-1] the row of an operation has one version 5 UUID, unique per user and operation', () => {
  expect(rowIdOf(sub, 'first-crud')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(isUuid(rowIdOf(sub, 'first-crud'))).toBe(true);
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.uuid(), (person, other, operation) => {
      fc.pre(person !== other);
      expect(rowIdOf(person, operation)).toBe(rowIdOf(person, operation));
      expect(rowIdOf(person, operation)).not.toBe(rowIdOf(other, operation));
    }),
  );
});

test('[ID-1] a Cognito sub outside the variants of RFC 9562 has row ids too', () => {
  const cognitoSub = 'c498e4d8-3091-7029-1c9c-b1c5ee4ee8e8';
  expect(isUuid(cognitoSub)).toBe(true);
  expect(isUuid(rowIdOf(cognitoSub, 'first-crud'))).toBe(true);
  expect(rowIdOf(sub, 'first-crud')).toBe('3d1e289f-d4e5-531b-9c19-debd4a9135a0');
});

test('[PATH-1] parameters are encoded, so no handle changes the called route', () => {
  expect(pathOf(routes.profilePage, { handle: 'bayko' })).toBe('/api/activities/@bayko');
  expect(pathOf(routes.profilePage, { handle: '../home?x=#' })).toBe('/api/activities/@..%2Fhome%3Fx%3D%23');
  expect(pathOf(routes.singlePost, { handle: 'a', activity_uuid: sub })).toBe(
    `/api/activities/@a/status/${sub}`,
  );
});

test('[PATH-3] no handle is the name of a property of every object', () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'].map((name) =>
    name.toLowerCase(),
  );
  const handles = names.filter((name) => HANDLE_PATTERN.test(name));
  expect(handles).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'tostring', 'hasownproperty']));
  expect(handles.filter((name) => !RESERVED_HANDLES.includes(name))).toEqual([]);
});

test('[PATH-2] no handle is a word of the route tables', () => {
  const places = [...Object.values(routes).map(({ path }) => path), ...Object.values(paths)];
  const words = places.flatMap((path) => path.split(/[/#]/)).filter((word) => HANDLE_PATTERN.test(word));
  expect([...new Set(words)].filter((word) => !RESERVED_HANDLES.includes(word))).toEqual([]);
  expect(RESERVED_HANDLES.filter((word) => !HANDLE_PATTERN.test(word))).toEqual([]);
});
