import type { MachinesReport } from '@cruddur/shared';
import type { Call } from './http-client.ts';

/** What the server's own machines do. @throws {ApiError} 404 where it keeps them to itself */
export async function fetchServerReport(call: Call, signal: AbortSignal): Promise<MachinesReport> {
  return (await call('machines', { signal })).data;
}
