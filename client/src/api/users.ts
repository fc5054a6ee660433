import type { HashtagCount, ShortUser } from '@cruddur/shared';
import { hasErrorCode } from './api-error.ts';
import type { Call } from './http-client.ts';
import { createPage, type MePage } from './pages.ts';

export async function fetchMe(call: Call, signal: AbortSignal): Promise<MePage> {
  const answer = await call('me', { signal });
  return createPage(answer, answer.data, []);
}

export async function fetchShortUser(call: Call, handle: string, signal: AbortSignal): Promise<ShortUser> {
  return (await call('shortUser', { params: { handle }, signal })).data;
}

export async function fetchSuggestedUsers(call: Call, signal: AbortSignal): Promise<ShortUser[]> {
  return (await call('suggestedUsers', { signal })).data;
}

export async function fetchTrends(call: Call, signal: AbortSignal): Promise<HashtagCount[]> {
  return (await call('trends', { signal })).data;
}

/** Erases the own account. Repeated after a failure it finishes what was begun. */
export async function deleteAccount(call: Call): Promise<void> {
  await call('deleteAccount', {});
}

/** Whether nobody goes by this handle (any more). @throws {ApiError} when that cannot be told */
export async function isUserMissing(call: Call, handle: string): Promise<boolean> {
  try {
    await call('profilePage', { params: { handle } });
    return false;
  } catch (failure) {
    if (hasErrorCode(failure, 'user_not_found')) return true;
    throw failure;
  }
}

/** Whether somebody new could have the handle. */
export async function isHandleAvailable(call: Call, handle: string, signal: AbortSignal): Promise<boolean> {
  return (await call('handleAvailable', { params: { handle }, signal })).data.available;
}
