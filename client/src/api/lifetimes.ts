import type { ConversationLifetime, MessageLifetime } from '@cruddur/shared';
import type { Call } from './http-client.ts';
import { createPage, type LifetimePage } from './pages.ts';

/** How long the messages of a conversation last, as a page without items. */
export async function fetchLifetime(call: Call, group: string, signal: AbortSignal): Promise<LifetimePage> {
  const response = await call('messageLifetime', { params: { message_group_uuid: group }, signal });
  return createPage(response, response.data, []);
}

export async function setMessageLifetime(
  call: Call,
  group: string,
  lifetime: MessageLifetime,
): Promise<ConversationLifetime> {
  const params = { message_group_uuid: group };
  return (await call('setMessageLifetime', { params, body: { lifetime } })).data;
}
