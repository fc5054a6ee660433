import type { MessageSenders } from '@cruddur/shared';
import type { TestPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

export const REFUSED = [403, ['message_not_allowed']];
export const UNANSWERED = [403, ['request_unanswered']];
export const MISSING = [404, ['message_group_not_found']];

/** Status and body of an answer. */
export const codesOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, body];
};
export const send = (by: TestPerson, body: object, operation?: string) =>
  by.call('sendMessage', { body, ...(operation !== undefined && { operation }) });
export const write = (by: TestPerson, { handle }: { handle: string }, message = 'hello') =>
  send(by, { handle, message });
export const writeOk = (by: TestPerson, { handle }: { handle: string }, message = 'hello') =>
  by.callOk('sendMessage', { body: { handle, message } });
export const allow = (by: TestPerson, messages_from: MessageSenders) =>
  by.callOk('changePrivacySettings', { body: { messages_from } });
export const of = (group: string) => ({ params: { message_group_uuid: group } });
export const accept = (by: TestPerson, group: string) => by.call('acceptRequest', of(group));
export const remove = (by: TestPerson, group: string) => by.call('deleteRequest', of(group));
export const stateOf = async (by: TestPerson, group: string) =>
  (await by.callOk('messageRequest', of(group))).state;
export const block = (by: TestPerson, { sub }: TestPerson) =>
  by.call('blockPerson', { params: { cognito_user_uuid: sub } });

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
  const first = await writeOk(sender, recipient, 'first');
  return { sender, recipient, first, group: first.message_group_uuid ?? '' };
}
