import type { HashtagCount, Me, ShortUser } from '@cruddur/shared';
import type { Call } from './http-client.ts';

export async function me(call: Call, signal: AbortSignal): Promise<Me> {
  return (await call('me', { signal })).data;
}

export async function shortUser(call: Call, handle: string, signal: AbortSignal): Promise<ShortUser> {
  return (await call('shortUser', { params: { handle }, signal })).data;
}

export async function suggestedUsers(call: Call, signal: AbortSignal): Promise<ShortUser[]> {
  return (await call('suggestedUsers', { signal })).data;
}

export async function trends(call: Call, signal: AbortSignal): Promise<HashtagCount[]> {
  return (await call('trends', { signal })).data;
}
