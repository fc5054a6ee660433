import { expect, it } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createEraseAccount, type EraseAccount } from '../../../server/src/domain/users/erase-account.ts';
import { finishErasures } from '../../../server/src/domain/users/finish-erasures.ts';
import { createPendingUploads } from '../../../server/src/repositories/avatar-uploads.ts';
import { createPeopleReads } from '../../../server/src/repositories/people.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { findTablesWithPerson } from '../../support/dump-tables.ts';

/** An erasure on the application's store that fails after the given number of transactions. */
function createErasure({ store: { db } }: TestApp, steps = Infinity) {
  const store = createStore(db, systemClock);
  const removed: string[] = [];
  const remove = (name: string) => Promise.resolve(void removed.push(name));
  let left = steps;
  const eraseAccount: EraseAccount = createEraseAccount({
    clock: systemClock,
    deliver: () => undefined,
    refreshCounts: () => undefined,
    uploads: createPendingUploads(db, systemClock, () => undefined),
    storage: { removeOriginal: remove, removeProcessed: remove },
    deleteProviderUser: (sub) => remove(`entry of ${sub}`),
    store: {
      finishBurns: () => store.finishBurns(),
      runChange: (work) => (left-- > 0 ? store.runChange(work) : Promise.reject(new Error('interrupted'))),
    },
  });
  return { eraseAccount, removed };
}

async function createPersonWithTraces(app: TestApp) {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const params = { activity_uuid: (await bob.callOk('createActivity', { body: { message: 'x' } })).uuid };
  await ann.callOk('createReply', { params, body: { ...params, message: 'y' } });
  await ann.callOk('like', { params });
  await ann.callOk('sendMessage', { body: { handle: bob.handle, message: 'z' } });
  await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  return ann;
}

/** Removes what the pool and the uploads' background job remove. */
const LATER = ['avatar_uploads', 'pool_sessions', 'pool_users'];

it('[ERASE-13] an erasure interrupted at any step is finished without its caller', async () => {
  await using app = await startTestApp();
  const inTwoMinutes = { now: () => new Date(Date.now() + 120_000) };
  const people = createPeopleReads(app.store.db);
  for (let steps = 0, whole = false; !whole; steps += 1) {
    expect(steps).toBeLessThan(50);
    const { sub } = await createPersonWithTraces(app);
    const cut = createErasure(app, steps);
    whole = await cut.eraseAccount(sub).then(
      () => true,
      () => false,
    );
    const rest = createErasure(app);
    await finishErasures({ clock: systemClock, people }, rest.eraseAccount);
    expect(rest.removed).toEqual([]);
    // Nothing has begun yet, so there is nothing to finish.
    if (steps === 0) continue;
    await finishErasures({ clock: inTwoMinutes, people }, rest.eraseAccount);
    expect((await findTablesWithPerson(app.store, sub)).sort()).toEqual(LATER);
    expect([...cut.removed, ...rest.removed]).toEqual(expect.arrayContaining([sub, `entry of ${sub}`]));
    expect(await people.findUnfinishedErasures(inTwoMinutes.now())).toEqual([]);
  }
});
