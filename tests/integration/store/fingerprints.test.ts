import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../../server/src/domain/clock.ts';
import type { Store } from '../../../server/src/domain/ports.ts';
import type { Viewer } from '../../../server/src/domain/viewer.ts';
import { requireKeyedFingerprints } from '../../../server/src/repositories/store-identity.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { addPeople } from '../../support/add-people.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';

const plainOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the fingerprint of a stored operation', () => {
  let opened: TestStore;
  let db: Db;
  let store: Store;
  let ann: Viewer;
  beforeAll(async () => {
    opened = await openTestStore();
    db = opened.store.db;
    store = createStore(db, clock);
    [ann] = (await addPeople(store, 1)) as [Viewer];
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const operate = (id: string, text: string) =>
    store.runOperation(ann.sub, { id, fingerprint: plainOf(text) }, () =>
      Promise.resolve({ ref: `${id} made`, entries: [] }),
    );
  const keptOf = async (id: string) => {
    const row = db.selectFrom('op').select('fingerprint').where('op_id', '=', id);
    return (await row.executeTakeFirstOrThrow()).fingerprint;
  };
  const beforeOthersHaveGone = () =>
    db.updateTable('store').set({ fingerprints_keyed: false }).where('singleton', '=', true).execute();

  it('[OP-12] is a hash under the store’s key, so a guessed text cannot be confirmed', async () => {
    await operate('keyed-from-the-start', 'a secret');
    const kept = await keptOf('keyed-from-the-start');
    expect(kept).toMatch(/^k1:[0-9a-f]{64}$/);
    expect(kept).not.toContain(plainOf('a secret'));
    const other = createHash('sha256')
      .update(`fingerprint${plainOf('a secret')}`)
      .digest('hex');
    expect(kept).not.toContain(other);
  });

  it('[OP-13] can be compared by gateways of an earlier version while they may run', async () => {
    await beforeOthersHaveGone();
    await operate('for-an-old-gateway', 'a text');
    expect(await keptOf('for-an-old-gateway')).toBe(plainOf('a text'));
    await requireKeyedFingerprints(db);
  });

  it('[OP-13] recognises a retry across the change, and another operation under its id is refused', async () => {
    await beforeOthersHaveGone();
    await operate('before-the-change', 'one text');
    await requireKeyedFingerprints(db);
    await operate('after-the-change', 'one text');
    for (const id of ['before-the-change', 'after-the-change']) {
      expect(await operate(id, 'one text')).toEqual({ ref: `${id} made`, envelopes: [] });
      await expect(operate(id, 'another text')).rejects.toMatchObject({ codes: ['operation_id_reused'] });
      const operation = { id, fingerprint: plainOf('another text') };
      await expect(store.findEarlierRef(ann.sub, operation)).rejects.toMatchObject({
        codes: ['operation_id_reused'],
      });
    }
  });
});
