import type { RequestState } from '@cruddur/shared';
import type { PageRequest } from './activities.ts';
import type { Call } from './http-client.ts';
import { createPage, type ConversationsPage } from './pages.ts';

export async function fetchRequests(call: Call, page: PageRequest): Promise<ConversationsPage> {
  const response = await call('messageRequests', page);
  return createPage(response, null, response.data);
}

const of = (group: string) => ({ params: { message_group_uuid: group } });

/** @throws {ApiError} message_group_not_found, also when the viewer has deleted the request */
export async function fetchRequestState(
  call: Call,
  group: string,
  signal: AbortSignal,
): Promise<RequestState> {
  return (await call('messageRequest', { ...of(group), signal })).data;
}

/** @throws {ApiError} generic_404 when it was deleted meanwhile */
export async function acceptRequest(call: Call, group: string): Promise<void> {
  await call('acceptRequest', of(group));
}

/** @throws {ApiError} generic_404 when it was accepted meanwhile */
export async function deleteRequest(call: Call, group: string): Promise<void> {
  await call('deleteRequest', of(group));
}
