import { expect, it } from 'vitest';
import {
  createPictureCache,
  type FindPictureOptions,
} from '../../../../server/src/domain/avatars/picture-cache.ts';
import { startTestHttpApp } from '../http/test-http-app.ts';
import { sha256 } from '../../../../server/src/wiring/crypto.ts';

const SUB = '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a';
const OTHER = '7a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6b';

/** Pictures over a storage and a table of versions that a test changes, with counts of the reads of both. */
function openPictures(maxBytes?: number) {
  const versions = new Map([[SUB, 1]]);
  const stored = new Map([[SUB, Buffer.from('first')]]);
  const calls = { versions: 0, storage: 0, limits: 0 };
  let now = 0;
  const pictures = createPictureCache({
    versionOf: (sub) => Promise.resolve((calls.versions++, versions.get(sub) ?? null)),
    storage: { readProcessed: (id) => Promise.resolve((calls.storage++, stored.get(id) ?? null)) },
    monotonicMs: () => now,
    sha256,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const options = (version: number | null): FindPictureOptions => ({
    version,
    beforeLookUp: () => Promise.resolve().then(() => void (calls.limits += 1)),
  });
  const find = (version: number | null, sub = SUB) => pictures.find(sub, options(version));
  return { pictures, find, versions, stored, calls, pass: (ms: number) => void (now += ms) };
}

it('pictures in memory are read and hashed once for all concurrent and later requests', async () => {
  const { find, calls } = openPictures();
  await Promise.all(Array.from({ length: 50 }, () => find(1)));
  for (let count = 0; count < 50; count++) expect((await find(1))?.bytes.toString()).toBe('first');
  expect([calls.storage, calls.versions]).toEqual([1, 1]);
});

it('pictures in memory are replaced by a newer version as soon as it is requested, and gone within seconds of their user’s deletion', async () => {
  const { find, versions, stored, pass } = openPictures();
  await find(1);
  stored.set(SUB, Buffer.from('second'));
  versions.set(SUB, 2);
  expect((await find(2))?.bytes.toString()).toBe('second');
  expect((await find(1))?.version).toBe(2);
  versions.delete(SUB);
  pass(5000);
  expect(await find(1)).toBeNull();
});

it('pictures in memory use bounded memory: the least recently requested ones are evicted', async () => {
  const { find, versions, stored, calls } = openPictures(10);
  versions.set(OTHER, 1);
  stored.set(OTHER, Buffer.from('another'));
  await find(1);
  await find(1, OTHER);
  await find(1, OTHER);
  expect(calls.storage).toBe(2);
  await find(1);
  expect(calls.storage).toBe(3);
});

it('pictures in memory count against a limit only when the store is queried', async () => {
  const { find, calls } = openPictures();
  await find(1);
  await find(1);
  expect(calls.limits).toBe(1);
  await find(99);
  await find(99);
  expect([calls.limits, calls.storage]).toEqual([3, 1]);
});

it('only the address with the current version is cached for ever', async () => {
  const { pictures, versions, pass } = openPictures();
  versions.set(SUB, 3);
  await using app = await startTestHttpApp({ pictureCache: pictures });
  const cached = async (query: string) => {
    const { headers } = await fetch(`${app.url}/avatars/processed/${SUB}.jpg${query}`);
    return headers.get('cache-control');
  };
  expect(await cached('?v=3')).toContain('immutable');
  for (const query of ['', '?v=2', '?v=4', '?v=03', '?v=3&v=3', '?v=x', '?v=', '?v=999999999999'])
    expect(await cached(query)).toBe('public, no-cache');
  versions.set(SUB, 4);
  pass(5000);
  expect(await cached('?v=3')).toBe('public, no-cache');
  expect(await cached('?v=4')).toContain('immutable');
});
