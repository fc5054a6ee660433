import { expect, it } from 'vitest';
import { parseRedisUrl } from '../../../../server/src/config/redis-address.ts';

it.each(['redis://cache:6379', 'rediss://me:secret@cache', 'redis://[::1]:7000/2'])(
  'REDIS_URL names one server: %s',
  (url) => expect(parseRedisUrl(url)).toEqual({ kind: 'server', urls: [url] }),
);

it.each([
  ['redis+cluster://a:7000,b:7001', ['redis://a:7000', 'redis://b:7001']],
  ['redis+cluster://a, b', ['redis://a', 'redis://b']],
  ['rediss+cluster://one.example/', ['rediss://one.example']],
  ['rediss+cluster://me:secret@a:1,[::1]:2', ['rediss://me:secret@a:1', 'rediss://me:secret@[::1]:2']],
])('REDIS_URL names a cluster by some of its nodes: %s', (url, urls) => {
  expect(parseRedisUrl(url)).toEqual({ kind: 'cluster', urls });
});

it.each([
  ...['cache:6379', 'http://cache', 'redis://', 'redis://a:7000,b:7001', 'redis+cluster://'],
  ...['redis+cluster://a,,b', 'redis+cluster://a:70000', 'redis+cluster://a/1', 'redis+sentinel://a'],
])('REDIS_URL is refused otherwise: %s', (url) => {
  expect(parseRedisUrl(url)).toBeNull();
});
