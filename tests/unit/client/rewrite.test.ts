import { expect, test } from 'vitest';
import type { Activity } from '@cruddur/shared';
import { createDrafts } from '../../../client/src/compose/drafts.ts';
import { burnIntoDraft } from '../../../client/src/compose/use-rewrite.ts';
import type { BurnOutcome } from '../../../client/src/compose/use-burn.ts';
import { createStorage } from '../auth/session-fixture.ts';
import { createCrud } from './sample-events.ts';

const crud: Activity = {
  ...createCrud(1, {
    message: 'a typpo',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-01T03:00:00.000Z',
  }),
  liked: false,
  reposted: false,
};
const earlier = { text: 'half a tho', ttl: '1-hour', operationId: 'op-1' } as const;

const createSlot = (storage = createStorage()) =>
  createDrafts({ storage, page: new EventTarget(), now: () => 0 }).slot('sub-of-ada', 'crud');
const answering = (outcome: BurnOutcome) => () => Promise.resolve(outcome);

test('[COMPOSE-15] a burned crud is the draft of the composer, with its lifetime', async () => {
  const slot = createSlot();
  expect(await burnIntoDraft(crud, slot, answering('burned'))).toBe('burned');
  expect(slot.read()).toEqual({ text: 'a typpo', ttl: '3-hours', operationId: null });
});

test('[COMPOSE-15] its text is stored before it is burned, above a draft that is there', async () => {
  const slot = createSlot();
  slot.write(earlier);
  await burnIntoDraft(crud, slot, () => {
    expect(slot.read()?.text).toBe('a typpo\n\nhalf a tho');
    return Promise.resolve('burned');
  });
});

test('[COMPOSE-15] a refused burn restores the draft', async () => {
  const slot = createSlot();
  await burnIntoDraft(crud, slot, answering('refused'));
  expect(slot.read()).toBeNull();
  slot.write(earlier);
  await burnIntoDraft(crud, slot, answering('refused'));
  expect(slot.read()).toEqual(earlier);
});

test('[COMPOSE-15] a burn with an unknown result keeps the text, and a repeat does not double it', async () => {
  const slot = createSlot();
  slot.write(earlier);
  for (const outcome of ['unknown', 'burned'] as const) {
    await burnIntoDraft(crud, slot, answering(outcome));
    expect(slot.read()?.text).toBe('a typpo\n\nhalf a tho');
  }
});

test('[COMPOSE-15] a crud whose text cannot be stored is not burned', async () => {
  const storage = createStorage();
  const slot = createSlot(storage);
  slot.write(earlier);
  const { setItem } = storage;
  storage.setItem = (key: string, value: string) => {
    if (value.includes('typpo')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(storage, key, value);
  };
  const unreachable = () => Promise.reject(new Error('burned'));
  expect(await burnIntoDraft(crud, slot, unreachable)).toBe('not stored');
  expect(slot.read()).toEqual(earlier);
});
