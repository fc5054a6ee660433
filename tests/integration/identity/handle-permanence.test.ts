import { expect, test } from 'vitest';
import { callPool } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';

test('[PEOPLE-4] a handle known to the product keeps its user in the pool, while the name may change', async () => {
  await using app = await startTestApp();
  const ann = await app.signUp({ name: 'Ann' });
  const change = (Name: string, Value: string) =>
    callPool(app.url, 'UpdateUserAttributes', {
      AccessToken: ann.accessToken,
      UserAttributes: [{ Name, Value }],
    });
  await ann.callOk('me');

  await expect(change('preferred_username', 'somebody_else')).rejects.toThrow('unauthorized attribute');
  await change('preferred_username', ann.handle);
  await change('name', 'Ann Arbor');
  expect(await app.visitor.callOk('handleAvailable', { params: { handle: ann.handle } })).toEqual({
    available: false,
  });
});
