import type { MessageSenders } from '@cruddur/shared';
import { sendTo } from './actions.ts';
import type { TestPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

export const send = (by: TestPerson, body: object) => by.call('sendMessage', { body });
export const write = (by: TestPerson, { handle }: { handle: string }, message = 'hello') =>
  send(by, { handle, message });
export const allow = (by: TestPerson, messages_from: MessageSenders) =>
  by.callOk('changePrivacySettings', { body: { messages_from } });
export const of = (group: string) => ({ params: { message_group_uuid: group } });
export const accept = (by: TestPerson, group: string) => by.call('acceptRequest', of(group));
export const remove = (by: TestPerson, group: string) => by.call('deleteRequest', of(group));
export const stateOf = async (by: TestPerson, group: string) =>
  (await by.callOk('messageRequest', of(group))).state;

export const listsOf = async (by: TestPerson) => ({
  open: (await by.callOk('messageGroups')).map(({ uuid }) => uuid),
  requests: (await by.callOk('messageRequests')).map(({ uuid }) => uuid),
});

/** Two people, of whom the recipient lets only people write whom they know. */
export async function createPair(app: TestApp, senders: MessageSenders = 'known') {
  const [sender, recipient] = [await app.signUp(), await app.signUp()];
  await allow(recipient, senders);
  return { sender, recipient };
}

/** The same after the first message. */
export async function createRequest(app: TestApp) {
  const { sender, recipient } = await createPair(app);
  const first = await sendTo(sender, recipient, 'first');
  return { sender, recipient, first, group: first.message_group_uuid ?? '' };
}
