import type { Endpoint } from './route-types.ts';

/** The call of reports. A file of its own, which the client loads with the dialog and not with its first chunk. */
export const reportEndpoints = {
  report: { method: 'POST', path: '/api/reports' },
} as const satisfies Record<string, Endpoint>;
