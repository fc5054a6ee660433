import { expect, test } from 'vitest';
import { createDrafts } from '../../../client/src/compose/drafts.ts';
import { withLocalData } from '../../../client/src/app/session-with-local-data.ts';
import { createStorage, openSessionTab } from '../auth/session-fixture.ts';

const ADA = 'sub-of-ada';
const BOB = 'sub-of-bob';
const DAY_MS = 86_400_000;
const draft = { text: 'half a tho', ttl: '1-hour', operationId: 'op-1' } as const;

const nothing = () => Promise.resolve();

function createBrowserTabs() {
  const [storage, page] = [createStorage(), new EventTarget()];
  const clock = { now: 1_750_000_000_000 };
  const drafts = createDrafts({ storage, page, now: () => clock.now });
  return { page, clock, drafts, storage };
}

test('[ACCOUNT-9] a draft is stored as it is written, under a key of its own, and a blank one is removed', () => {
  const { drafts, storage } = createBrowserTabs();
  const crud = drafts.slot(ADA, 'crud');
  crud.write(draft);
  drafts.slot(ADA, 'reply:1').write({ ...draft, text: 'me too' });
  expect(storage).toHaveLength(2);
  expect(crud.read()).toEqual(draft);
  crud.write({ ...draft, text: ' \n' });
  expect(crud.read()).toBeNull();
  expect(storage).toHaveLength(1);
});

test('[ACCOUNT-9] sent text is removed from the draft, and text written since is kept', () => {
  const crud = createBrowserTabs().drafts.slot(ADA, 'crud');
  crud.write({ ...draft, text: 'half a tho and more' });
  crud.removeIfSent(draft.text);
  expect(crud.read()).not.toBeNull();
  crud.removeIfSent('half a tho and more');
  expect(crud.read()).toBeNull();
});

test('[ACCOUNT-9] other tabs receive a draft, and foreign keys are ignored', () => {
  const { drafts, page } = createBrowserTabs();
  const notified: unknown[] = [];
  const stop = drafts.slot(ADA, 'crud').subscribe((changed) => notified.push(changed));
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
  const { clock, drafts } = createBrowserTabs();
  drafts.slot(ADA, 'crud').write(draft);
  clock.now += 30 * DAY_MS;
  drafts.keepOnly(ADA);
  expect(drafts.has(ADA)).toBe(true);
  clock.now += 1;
  drafts.keepOnly(ADA);
  expect(drafts.has(ADA)).toBe(false);
});

test('[ACCOUNT-10] a user cannot read another user’s draft, and the next user finds none', () => {
  const { drafts, storage } = createBrowserTabs();
  storage.setItem('appearance', 'dark');
  drafts.slot(ADA, 'crud').write(draft);
  expect(drafts.slot(BOB, 'crud').read()).toBeNull();
  drafts.keepOnly(BOB);
  expect(drafts.has(ADA)).toBe(false);
  expect(storage).toHaveLength(1);
});

test('[ACCOUNT-10] a sign-out deletes the drafts, and a session that ends by itself keeps them', async () => {
  const { drafts } = createBrowserTabs();
  const tab = openSessionTab();
  const outbox = { setUser: () => undefined, forget: nothing, keepOnly: nothing };
  const session = withLocalData(tab.session, { drafts, outbox });
  drafts.slot(BOB, 'crud').write(draft);
  await tab.signIn();
  expect(drafts.has(BOB)).toBe(false);
  drafts.slot(ADA, 'crud').write(draft);
  tab.pool.dispatch('signedOut');
  expect(session.getSnapshot().status).toBe('visitor');
  await tab.signIn();
  expect(drafts.has(ADA)).toBe(true);
  await session.signOut(false);
  expect(drafts.has(ADA)).toBe(false);
});
