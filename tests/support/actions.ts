import { formatCursor, parseStreamCursors, type Lifetime, type WireCursors } from '@cruddur/shared';
import { expect } from 'vitest';
import type { TestClient, TestResponse } from './clients.ts';
import type { TestSocket } from './sockets.ts';

/** What people do in many tests. Calls with `callOk` must be answered 200. */

export const postCrud = (by: TestClient, message: string, ttl?: Lifetime) =>
  by.callOk('createActivity', { body: { message, ...(ttl && { ttl }) } });

export const replyTo = (by: TestClient, activity_uuid: string, message = 'a reply') =>
  by.callOk('createReply', { params: { activity_uuid }, body: { activity_uuid, message } });

const callOn = (name: 'like' | 'unlike' | 'repost' | 'unrepost') => (by: TestClient, activity_uuid: string) =>
  by.callOk(name, { params: { activity_uuid } });
export const like = callOn('like');
export const unlike = callOn('unlike');
export const repost = callOn('repost');

export const burn = (by: TestClient, activity_uuid: string) =>
  by.callOk('burnActivity', { params: { activity_uuid } });

/** Writes a message to a person, which creates their conversation. */
export const sendTo = (by: TestClient, { handle }: { handle: string }, message = 'hello') =>
  by.callOk('sendMessage', { body: { handle, message } });

/** Writes a message in a conversation. */
export const sendIn = (by: TestClient, message_group_uuid: string, message = 'hello') =>
  by.callOk('sendMessage', { body: { message_group_uuid, message } });

export const readMessages = (by: TestClient, message_group_uuid: string) =>
  by.callOk('messages', { params: { message_group_uuid } });

export const markRead = (by: TestClient, message_group_uuid: string, uuid: string) =>
  by.callOk('markMessagesRead', { params: { message_group_uuid }, body: { uuid } });

export const unsend = (by: TestClient, message_uuid: string) =>
  by.call('unsendMessage', { params: { message_uuid } });

export const block = (by: TestClient, { sub }: { sub: string }) =>
  by.call('blockPerson', { params: { cognito_user_uuid: sub } });
export const unblock = (by: TestClient, { sub }: { sub: string }) =>
  by.call('unblockPerson', { params: { cognito_user_uuid: sub } });

/** Sends typing and presence of a conversation. The signals of one socket are handled in order, so both have been, afterwards. */
export async function sendSignals(tab: TestSocket, message_group_uuid: string) {
  const { rawSocket } = tab;
  rawSocket.emit('typing', { message_group_uuid });
  rawSocket.emit('presence', { message_group_uuid });
  await rawSocket.emitWithAck('sync', { stream: 'me', after: tab.cursors().me });
}
export const countSignals = ({ frames }: TestSocket) => frames.typing.length + frames.presence.length;

/** The cursors of a tab that has read a page now and is closed. Those of a socket may be behind what has been answered. */
export async function cursorsOfClosedTab(by: TestClient): Promise<WireCursors> {
  const { headers } = await by.call('homeFeed');
  const cursors = parseStreamCursors(headers.get('x-cursor'));
  if (!cursors?.me) throw new Error('The page has no cursors.');
  return { public: formatCursor(cursors.public), me: formatCursor(cursors.me) };
}

/** Waits for an answer, which must be a refusal with exactly these codes. */
export async function expectRefusal(
  answer: Promise<TestResponse>,
  status: number,
  ...codes: string[]
): Promise<void> {
  const { status: answered, body } = await answer;
  expect([answered, body]).toEqual([status, codes]);
}

/** Status and body of an answer. */
export async function codesOf(answer: Promise<TestResponse>) {
  const { status, body } = await answer;
  return [status, body];
}
