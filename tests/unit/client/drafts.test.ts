import { expect, test } from 'vitest';
import type { BurnOutcome } from '../../../client/src/compose/use-burn.ts';
import { createDrafts } from '../../../client/src/compose/drafts.ts';
import { burnIntoDraft } from '../../../client/src/compose/use-rewrite.ts';
import { withLocalData } from '../../../client/src/app/session-with-local-data.ts';
import { createStorage, openSessionTab } from '../auth/session-fixture.ts';
import { createActivity } from './sample-events.ts';

const ADA = 'sub-of-ada';
const BOB = 'sub-of-bob';
const DAY_MS = 86_400_000;
const draft = { text: 'half a tho', ttl: '1-hour', operationId: 'op-1' } as const;

function openBrowser() {
  const [storage, page] = [createStorage(), new EventTarget()];
  const clock = { now: 1_750_000_000_000 };
  const drafts = createDrafts({ storage, page, now: () => clock.now });
  return { page, clock, drafts, storage, crud: drafts.slot(ADA, 'crud') };
}

test('[ACCOUNT-9] a draft is stored as it is written, under a key of its own; a blank or sent one is removed', () => {
  const { drafts, storage, crud } = openBrowser();
  crud.write(draft);
  drafts.slot(ADA, 'reply:1').write({ ...draft, text: 'me too' });
  expect(storage).toHaveLength(2);
  expect(crud.read()).toEqual(draft);
  crud.write({ ...draft, text: ' \n' });
  expect(crud.read()).toBeNull();
  expect(storage).toHaveLength(1);
  crud.write({ ...draft, text: 'half a tho and more' });
  crud.removeIfSent(draft.text);
  expect(crud.read()).not.toBeNull();
  crud.removeIfSent('half a tho and more');
  expect(crud.read()).toBeNull();
});

test('[ACCOUNT-9] other tabs receive a draft, and foreign keys are ignored', () => {
  const { crud, page } = openBrowser();
  const notified: unknown[] = [];
  const stop = crud.subscribe((changed) => notified.push(changed));
  const dispatchStorage = (key: string, newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  dispatchStorage(`draft:${ADA}:crud`, JSON.stringify({ ...draft, at: 1 }));
  dispatchStorage(`draft:${ADA}:reply:1`, null);
  dispatchStorage(`draft:${ADA}:crud`, '{"text":1}');
  stop();
  dispatchStorage(`draft:${ADA}:crud`, null);
  expect(notified).toEqual([draft, null]);
});

test('[ACCOUNT-9] a draft is kept for thirty days, the longest lifetime of a crud', () => {
  const { clock, drafts, crud } = openBrowser();
  crud.write(draft);
  clock.now += 30 * DAY_MS;
  drafts.keepOnly(ADA);
  expect(drafts.has(ADA)).toBe(true);
  clock.now += 1;
  drafts.keepOnly(ADA);
  expect(drafts.has(ADA)).toBe(false);
});

test('[ACCOUNT-10] a user cannot read another user’s draft, and the next user finds none', () => {
  const { drafts, storage, crud } = openBrowser();
  storage.setItem('appearance', 'dark');
  crud.write(draft);
  expect(drafts.slot(BOB, 'crud').read()).toBeNull();
  drafts.keepOnly(BOB);
  expect(drafts.has(ADA)).toBe(false);
  expect(storage).toHaveLength(1);
});

/** A session with drafts and an outbox, of which it notes the users whose items it deletes. */
function openSession(keepOnly = () => Promise.resolve()) {
  const { drafts, crud } = openBrowser();
  const tab = openSessionTab();
  const forgotten: string[] = [];
  const forget = (user: string) => Promise.resolve(void forgotten.push(user));
  const outbox = { setUser: () => undefined, forget, keepOnly };
  const session = withLocalData(tab.session, { drafts, outbox });
  const endByItself = () => tab.pool.dispatch('signedOut');
  return { ...tab, drafts, crud, session, forgotten, endByItself };
}

test('[ACCOUNT-10] a sign-out deletes drafts and outbox, and a session that ends by itself keeps them', async () => {
  const { session, drafts, crud, forgotten, signIn, endByItself } = openSession();
  drafts.slot(BOB, 'crud').write(draft);
  await signIn();
  expect(drafts.has(BOB)).toBe(false);
  crud.write(draft);
  endByItself();
  expect(session.getSnapshot().status).toBe('visitor');
  await signIn();
  expect([drafts.has(ADA), forgotten]).toEqual([true, []]);
  await session.signOut(false);
  expect([drafts.has(ADA), forgotten]).toEqual([false, [ADA]]);
  // Also if the session ended a moment before.
  await signIn();
  crud.write(draft);
  endByItself();
  await session.signOut(false);
  expect([drafts.has(ADA), forgotten]).toEqual([false, [ADA, ADA]]);
});

test('[OUTBOX-12] an unresponsive database does not block a sign-in', async () => {
  const unheard: unknown[] = [];
  const collect = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', collect);
  const failure = new DOMException('The database does not respond', 'TimeoutError');
  await openSession(() => Promise.reject(failure)).signIn();
  // Node reports an unhandled rejection before it runs the next immediate.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', collect);
  expect(unheard).toEqual([]);
});

const typo = createActivity(1, {
  message: 'a typpo',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-01T03:00:00.000Z',
});
const answer = (outcome: BurnOutcome) => () => Promise.resolve(outcome);

test('[COMPOSE-15] a burned crud is the draft of the composer, with its lifetime; a refused burn restores the draft', async () => {
  const { crud: slot } = openBrowser();
  await burnIntoDraft(typo, slot, answer('refused'));
  expect(slot.read()).toBeNull();
  expect(await burnIntoDraft(typo, slot, answer('burned'))).toBe('burned');
  expect(slot.read()).toEqual({ text: 'a typpo', ttl: '3-hours', operationId: null });
  slot.write(draft);
  await burnIntoDraft(typo, slot, answer('refused'));
  expect(slot.read()).toEqual(draft);
});

test('[COMPOSE-15] its text is stored before it is burned, above a draft; after an unknown result a repeat does not double it', async () => {
  const { crud: slot } = openBrowser();
  slot.write(draft);
  for (const outcome of ['unknown', 'burned'] as const) {
    await burnIntoDraft(typo, slot, () => {
      expect(slot.read()?.text).toBe('a typpo\n\nhalf a tho');
      return Promise.resolve(outcome);
    });
    expect(slot.read()?.text).toBe('a typpo\n\nhalf a tho');
  }
});

test('[COMPOSE-15] a crud whose text cannot be stored is not burned', async () => {
  const { storage, crud: slot } = openBrowser();
  slot.write(draft);
  const { setItem } = storage;
  storage.setItem = (key: string, value: string) => {
    if (value.includes('typpo')) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(storage, key, value);
  };
  const unreachable = () => Promise.reject(new Error('burned'));
  expect(await burnIntoDraft(typo, slot, unreachable)).toBe('not stored');
  expect(slot.read()).toEqual(draft);
});
