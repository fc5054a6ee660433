import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BurnOutcome, burnIntoDraft } from '../../../../client/src/cruds/use-burn.ts';
import { openDraftSlot } from '../../../../client/src/cruds/draft-slot.ts';
import { createDrafts } from '../../../../client/src/cruds/drafts.ts';
import { withLocalData } from '../../../../client/src/account/session/session-with-local-data.ts';
import { createStorage, openSessionTab } from '../account/session-fixture.ts';
import { createActivity } from '../sync/sample-events.ts';

const ADA = 'sub-of-ada';
const BOB = 'sub-of-bob';
const DAY_MS = 86_400_000;
const draft = { text: 'half a tho', ttl: '1-hour', operationId: 'op-1' } as const;

function openBrowser() {
  const [storage, page] = [createStorage(), new EventTarget()];
  const clock = { now: 1_750_000_000_000 };
  const drafts = createDrafts({ storage, page, now: () => clock.now });
  return { page, clock, drafts, storage, crud: openDraftSlot(drafts, ADA, 'crud') };
}

test('[ACCOUNT-9] a draft is stored as it is written, under a key of its own; a blank or sent one is removed', () => {
  const { drafts, storage, crud } = openBrowser();
  crud.write(draft);
  openDraftSlot(drafts, ADA, 'reply:1').write({ ...draft, text: 'me too' });
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

/**
 * The storage that two tabs of a browser share. As in a browser with a process for each tab, a tab sees what another has written when it
 * is delivered, and does not see what it has overwritten itself by then.
 */
function openSharedStorage() {
  const writes: { key: string; value: string | null; tab: object }[] = [];
  return () => {
    const [storage, page, tab] = [createStorage(), new EventTarget(), {}];
    const { setItem, removeItem } = storage;
    let [delivered, pending] = [0, 0];
    const write = (key: string, value: string | null) => {
      if (value === null) removeItem(key);
      else setItem(key, value);
      pending += 1;
      writes.push({ key, value, tab });
      return undefined;
    };
    storage.setItem = write;
    storage.removeItem = (key) => write(key, null);
    const deliver = () => {
      const next = writes[delivered];
      if (!next) return false;
      delivered += 1;
      const { key, value: newValue } = next;
      if (next.tab === tab) pending -= 1;
      else {
        if (pending === 0 && newValue === null) removeItem(key);
        else if (pending === 0 && newValue !== null) setItem(key, newValue);
        page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
      }
      return true;
    };
    const slot = openDraftSlot(createDrafts({ storage, page, now: () => 1_750_000_000_000 }), ADA, 'crud');
    let text = slot.read()?.text ?? '';
    const received: string[] = [];
    slot.subscribe((changed) => {
      text = changed?.text ?? '';
      received.push(text);
    });
    const edit = (next: string) => slot.write({ ...draft, text: (text = next) });
    const type = (added: string) => edit(text + added);
    return { slot, deliver, edit, type, received, text: () => text };
  };
}

test('[ACCOUNT-9] another tab receives a draft and that it was sent, and writes nothing back', () => {
  const openTab = openSharedStorage();
  const [one, other] = [openTab(), openTab()];
  for (const letter of 'half') one.type(letter);
  while (other.deliver());
  expect(other.received).toEqual(['h', 'ha', 'hal', 'half']);
  expect(one.received).toEqual([]);
  one.slot.removeIfSent('half');
  while (other.deliver());
  other.type('new');
  while (one.deliver());
  expect([one.text(), one.received]).toEqual(['new', ['new']]);
});

test('[ACCOUNT-9] what is deleted in one tab is deleted in the other, also after the draft was cleared there', () => {
  const openTab = openSharedStorage();
  const [one, other] = [openTab(), openTab()];
  for (const text of ['half', '']) {
    one.edit(text);
    while (other.deliver());
  }
  for (const text of ['ab', 'a']) {
    other.edit(text);
    while (one.deliver());
    expect(one.text()).toBe(text);
  }
});

test('[ACCOUNT-9] no character is lost or doubled, whichever of two tabs is written in, and however late each learns of the other', () => {
  const step = fc.record({
    tab: fc.nat(1),
    action: fc.constantFrom('type', 'type', 'deliver', 'deliver', 'deliver'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const openTab = openSharedStorage();
      const tabs = [openTab(), openTab()] as const;
      let written = 0;
      // Each character is another one, and most have two halves.
      const typeNext = (tab: number) => tabs[tab]?.type(String.fromCodePoint(0x1f600 + written++));
      for (const { tab, action } of steps) {
        if (action === 'type') typeNext(tab);
        else tabs[tab]?.deliver();
      }
      const deliverAll = () => {
        for (const { deliver } of tabs) while (deliver());
      };
      deliverAll();
      for (const { text } of tabs) expect(new Set(text()).size).toBe(written);
      typeNext(0);
      deliverAll();
      for (const { text } of tabs) expect(Array.from(text())).toHaveLength(written);
      expect(tabs[1].text()).toBe(tabs[0].text());
    }),
  );
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
  expect(openDraftSlot(drafts, BOB, 'crud').read()).toBeNull();
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
  const endByItself = () => {
    tab.storage.items.clear();
    tab.dispatchStorage(null);
  };
  return { ...tab, drafts, crud, session, forgotten, endByItself };
}

test('[ACCOUNT-10] a sign-out deletes drafts and outbox, and a session that ends by itself keeps them', async () => {
  const { session, drafts, crud, forgotten, signIn, endByItself } = openSession();
  openDraftSlot(drafts, BOB, 'crud').write(draft);
  await signIn();
  expect(drafts.has(BOB)).toBe(false);
  crud.write(draft);
  endByItself();
  expect(session.getSnapshot().status).toBe('visitor');
  await signIn();
  expect([drafts.has(ADA), forgotten, session.hasSignedOutHere()]).toEqual([true, [], false]);
  await session.signOut(false);
  expect([drafts.has(ADA), forgotten, session.hasSignedOutHere()]).toEqual([false, [ADA], true]);
  // Also if the session ended a moment before.
  await signIn();
  crud.write(draft);
  endByItself();
  expect(session.hasSignedOutHere()).toBe(false);
  await session.signOut(false);
  expect([drafts.has(ADA), forgotten]).toEqual([false, [ADA, ADA]]);
});

test('an unresponsive database does not block a sign-in', async () => {
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
