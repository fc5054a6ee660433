import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { dataExport } from './schemas/data-export.ts';
import { uuid } from './schemas/primitives.ts';
import { listedSession } from './schemas/listed-session.ts';

/** The calls about a person's sessions and data. */
export const accountRoutes = {
  sessions: {
    ...endpoints.sessions,
    summary: 'List where the viewer is signed in, the session of this call first, then by last use',
    access: 'person',
    budget: 'read',
    output: z.array(listedSession),
    errors: [],
  },
  endListedSession: {
    ...endpoints.endListedSession,
    summary: 'End one of the viewer’s sessions',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_404'],
  },
  exportData: {
    ...endpoints.exportData,
    summary:
      'Download the viewer’s data as one file, three times in 24 hours; an answer that does not end with `"complete":true}` is not complete',
    access: 'person',
    budget: 'write',
    streamed: true,
    allowSuspended: true,
    output: dataExport,
    errors: [],
  },
} as const satisfies Record<string, RouteShape>;
