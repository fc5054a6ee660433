import { expect, test } from 'vitest';
import { importOrNetworkError } from '../../../client/src/lazy/load-code.ts';
import { isNetworkFailure } from '../../../client/src/machines/failure.ts';

test('[STAY-4] a chunk that does not arrive is a lost connection, which ends no session', async () => {
  await expect(importOrNetworkError(() => Promise.resolve('code'))).resolves.toBe('code');
  const missing = new TypeError('Failed to fetch dynamically imported module: /static/js/amplify.js');
  const failure = await importOrNetworkError(() => Promise.reject(missing)).catch((error: unknown) => error);
  expect(isNetworkFailure(failure)).toBe(true);
  expect(failure).toMatchObject({ message: 'A network error has occurred.', cause: missing });
});
