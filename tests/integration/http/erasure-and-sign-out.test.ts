import { expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { callPool, signIn } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';
import { dumpTables } from '../../support/dump-tables.ts';

it('[ERASE-13] a user who signs out everywhere during their deletion is removed from the pool as well', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const elsewhere = await signIn(app.url, ann);
  const out = callPool(app.url, 'GlobalSignOut', { AccessToken: elsewhere.accessToken }).catch(
    () => 'was faster',
  );
  const [{ status }] = await Promise.all([ann.call('deleteAccount'), out]);
  // A caller whose sign-in ended first is refused and not deleted.
  const isThere = (await bob.call('shortUser', { params: ann })).status === 200;
  expect(isThere).toBe(status === 401);
  if (isThere) await createClient(app.url, (await signIn(app.url, ann)).accessToken).callOk('deleteAccount');
  for (const { table, text } of await dumpTables(app.store)) expect(text, table).not.toContain(ann.email);
  await expect(signIn(app.url, ann)).rejects.toThrow('NotAuthorizedException');
});
