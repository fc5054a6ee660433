import type { HashtagCount, Me, ShortUser } from '@cruddur/shared';
import { avatarVersions } from './avatar-versions.ts';
import type { Call } from './http-client.ts';

export async function me(call: Call, signal: AbortSignal): Promise<Me> {
  const { data } = await call('me', { signal });
  avatarVersions.learn(data);
  return data;
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
