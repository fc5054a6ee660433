import type { ListedSession } from '@cruddur/shared';
import type { Call } from './http-client.ts';

export async function fetchSessions(call: Call, signal: AbortSignal): Promise<ListedSession[]> {
  return (await call('sessions', { signal })).data;
}

/** Ends one of the viewer's sessions. @throws {ApiError} generic_404 when it has ended already */
export async function endListedSession(call: Call, uuid: string): Promise<void> {
  await call('endListedSession', { params: { session_uuid: uuid } });
}
