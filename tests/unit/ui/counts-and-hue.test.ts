import { describe, expect, test } from 'vitest';
import { compactCount, countOf, fullCount } from '../../../client/src/crud/counts.ts';
import { pickHue, initialsOf } from '../../../client/src/people/hue.ts';

describe('counts', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1042, '1K'],
    [1999, '1.9K'],
    [64_100, '64.1K'],
    [999_999, '999.9K'],
    [1_299_999, '1.2M'],
    [2_000_000_000, '2B'],
  ])('%i is short for %s', (count, text) => expect(compactCount(count)).toBe(text));

  test('in full they have separators, and one is singular', () => {
    expect([999, 8253, 1_234_567].map(fullCount)).toEqual(['999', '8,253', '1,234,567']);
    expect([countOf(1, 'Crud', 'Cruds'), countOf(0, 'Crud', 'Cruds')]).toEqual(['1 Crud', '0 Cruds']);
  });
});

describe('a user without a picture', () => {
  test.each([
    ['Ines Varga', 'IV'],
    ['Cher', 'C'],
    ['Ana Maria de Sousa', 'AS'],
    ['👻 👻', 'X'],
    ['Ödön', 'Ö'],
  ])('%s is %s', (name, initials) => expect(initialsOf(name, 'xavier')).toBe(initials));

  test('has one hue, whatever the case of the handle', () => {
    expect(pickHue('Teow')).toBe(pickHue('teow'));
    expect(new Set(Array.from({ length: 200 }, (_, index) => pickHue(`person${String(index)}`))).size).toBe(
      8,
    );
  });
});
