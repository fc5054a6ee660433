import { expect, test } from 'vitest';
import { shortenUrl } from '../../../client/src/ui/shorten-url.ts';

test.each([
  ['https://example.com/', 'example.com'],
  ['http://www.example.com/a?b=1', 'example.com/a?b=1'],
  ['https://example.com/123456789012345678', 'example.com/123456789012345678'],
  ['https://example.com/1234567890123456789', 'example.com/12345678901234567…'],
  [
    'https://a-very-long-name-of-a-host-that-goes-on.example.com/path',
    'a-very-long-name-of-a-host-that-goes-on.example.com…',
  ],
  ['https://example.com?a-long-query-without-a-path=1', 'example.com?a-long-query-with…'],
])('[FEED-41] %s is shown as %s', (url, text) => {
  expect(shortenUrl(url)).toBe(text);
});
