import type { BlockedPerson, BlockState } from '@cruddur/shared';
import type { Call } from './http-client.ts';

/** The people whom the viewer has blocked, latest first. */
export async function fetchBlocked(call: Call, signal: AbortSignal): Promise<BlockedPerson[]> {
  return (await call('blockedPeople', { signal })).data;
}

/** Blocks a person or takes the block back; a repeat changes nothing. */
export async function setBlocked(call: Call, sub: string, blocked: boolean): Promise<BlockState> {
  const params = { cognito_user_uuid: sub };
  return (await call(blocked ? 'blockPerson' : 'unblockPerson', { params })).data;
}
