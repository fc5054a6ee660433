import * as z from 'zod/mini';
import { endpoints } from './endpoints.ts';
import type { RouteShape } from './route-types.ts';
import { pushSettings, pushSubscription } from './schemas/push.ts';

/** The calls about Web Push. Each concerns the subscription of the sign-in that makes it. */
export const pushRoutes = {
  pushSettings: {
    ...endpoints.pushSettings,
    summary: 'Get the site’s public key for Web Push, and what this sign-in is subscribed to',
    access: 'person',
    budget: 'read',
    output: pushSettings,
    errors: [],
  },
  subscribePush: {
    ...endpoints.subscribePush,
    summary: 'Subscribe this sign-in to Web Push, renew its subscription or change its choice',
    access: 'person',
    budget: 'write',
    body: pushSubscription,
    output: pushSettings,
    errors: ['generic_404', 'push_service_unknown'],
  },
  unsubscribePush: {
    ...endpoints.unsubscribePush,
    summary: 'End the subscription of this sign-in',
    access: 'person',
    budget: 'write',
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  },
} as const satisfies Record<string, RouteShape>;
