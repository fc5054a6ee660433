import type { MachinesReport } from '@cruddur/shared';
import type { Call } from './http-client.ts';

/** The transition counts of the server's state machines. @throws {ApiError} 404 where the server does not publish them */
export async function fetchServerReport(call: Call, signal: AbortSignal): Promise<MachinesReport> {
  return (await call('machines', { signal })).data;
}
