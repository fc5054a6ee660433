import { expect, it } from 'vitest';
import { sendTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const one = disposeAfterAll(await startTestApp());
const other = disposeAfterAll(await startTestApp({ sharedStoreApp: one }));

/** Between people at different gateways. */
async function createConversation() {
  const [ann, bob] = [await one.signUp(), await other.signUp()];
  const sent = await sendTo(ann, bob, 'hi');
  return { ann, bob, group: sent.message_group_uuid ?? '' };
}

const set = (by: TestPerson, body: object) => by.callOk('changePrivacySettings', { body });

/** Long enough that the next signal is no repeat. */
const passIntervals = () => Promise.all([one, other].map((app) => app.advance(60_000)));

type Signal = 'typing' | 'presence';

async function expectPassedOn(
  kind: Signal,
  { group, from, to }: { group: string; from: TestSocket; to: TestSocket },
) {
  const before = to.frames[kind].length;
  from.rawSocket.emit(kind, { message_group_uuid: group });
  await until(() => to.frames[kind].length > before, { what: `${kind} arrives` });
}

it.each([
  ['typing', 'sender'],
  ['typing', 'receiver'],
  ['presence', 'sender'],
  ['presence', 'receiver'],
] as const)(
  '[PRIVACY-5] with %s off at the %s, neither gets it of the other at any gateway, until it is on again',
  async (kind, off) => {
    const { ann, bob, group } = await createConversation();
    using annTab = await connectSocket(one.url, { token: ann.accessToken });
    using bobTab = await connectSocket(other.url, { token: bob.accessToken });
    await expectPassedOn(kind, { group, from: annTab, to: bobTab });
    await expectPassedOn(kind, { group, from: bobTab, to: annTab });
    const owner = off === 'sender' ? ann : bob;
    const ownerTab = off === 'sender' ? annTab : bobTab;
    const elsewhere = off === 'sender' ? other : one;
    using otherTab = await connectSocket(elsewhere.url, { token: owner.accessToken });
    await set(owner, { [kind]: false });
    for (const tab of [ownerTab, otherTab]) await tab.waitForEvent('privacy.changed');
    await passIntervals();
    const counts = () => [annTab, bobTab, otherTab].map((tab) => tab.frames[kind].length);
    const before = counts();
    for (const tab of [annTab, bobTab]) tab.rawSocket.emit(kind, { message_group_uuid: group });
    // The other kind of signal, sent after these, arrives after them.
    const still = kind === 'typing' ? 'presence' : 'typing';
    await expectPassedOn(still, { group, from: annTab, to: bobTab });
    await expectPassedOn(still, { group, from: bobTab, to: annTab });
    expect(counts()).toEqual(before);
    await set(owner, { [kind]: true });
    await passIntervals();
    await expectPassedOn(kind, { group, from: annTab, to: bobTab });
    await expectPassedOn(kind, { group, from: bobTab, to: annTab });
  },
);
