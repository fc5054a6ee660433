import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { mute, newMute } from './schemas/mute.ts';
import { uuid } from './schemas/primitives.ts';

/** The calls about mutes. */
export const muteRoutes = {
  mutes: {
    ...endpoints.mutes,
    summary: 'List the viewer’s mutes that have not ended, latest first',
    access: 'person',
    budget: 'read',
    output: z.array(mute),
    errors: [],
  },
  mute: {
    ...endpoints.mute,
    summary: 'Mute a person, a word or a hashtag; what is muted already gets the new end',
    access: 'person',
    budget: 'write',
    body: newMute,
    output: mute,
    errors: ['mute_invalid', 'user_not_found', 'generic_403', 'generic_413'],
  },
  unmute: {
    ...endpoints.unmute,
    summary: 'End a mute of the viewer',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_404'],
  },
} as const satisfies Record<string, RouteShape>;
