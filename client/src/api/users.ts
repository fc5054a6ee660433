import type { HashtagCount, ShortUser } from '@cruddur/shared';
import { hasErrorCode } from './api-error.ts';
import type { Call } from './http-client.ts';
import { createPage, type MePage } from './pages.ts';

export async function fetchMe(call: Call, signal: AbortSignal): Promise<MePage> {
  const response = await call('me', { signal });
  return createPage(response, response.data, []);
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

/** Erases the viewer's account. A repeat after a failure completes the erasure. */
export async function deleteAccount(call: Call): Promise<void> {
  await call('deleteAccount', {});
}

/** Whether no user has this handle. @throws {ApiError} for any failure but `user_not_found` */
export async function isUserMissing(call: Call, handle: string): Promise<boolean> {
  try {
    await call('profilePage', { params: { handle } });
    return false;
  } catch (failure) {
    if (hasErrorCode(failure, 'user_not_found')) return true;
    throw failure;
  }
}

/** Whether a new account may choose the handle. */
export async function isHandleAvailable(call: Call, handle: string, signal: AbortSignal): Promise<boolean> {
  return (await call('handleAvailable', { params: { handle }, signal })).data.available;
}
