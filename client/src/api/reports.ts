import type { BodyInputOf, Routes } from '@cruddur/shared';
import type { Call } from './http-client.ts';

// Here and not in the first chunk, because most visits report nothing.
export type Report = BodyInputOf<Routes['report']>;

/** Reports a crud, message or person to the operators; a repeat is the same report. */
export async function sendReport(call: Call, body: Report): Promise<void> {
  await call('report', { body });
}
