import { expect, test } from 'vitest';
import { extractCode } from '../../../client/src/auth/extract-code.ts';

test.each([
  ['402918', '402918'],
  [' 402 918 ', '402918'],
  ['402-918', '402918'],
  ['4 0 2 9 1 8', '402918'],
  ['Your code is 402 918.', '402918'],
  ['Cruddur 2026: your confirmation code is 402918. It works for 24 hours.', '402918'],
  ['４０２９１８', '402918'],
  ['4029 1844 0071', '402918440071'],
  ['Your code is 402918440071. It works for one hour.', '402918440071'],
  ['402', '402'],
  ['402a', '402'],
  ['', ''],
])('[ACCOUNT-5] of %j the code is %j', (text, code) => {
  expect(extractCode(text)).toBe(code);
});
