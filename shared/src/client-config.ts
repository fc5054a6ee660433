import * as z from 'zod/mini';
import { LOG_LEVELS, REGION } from './limits.ts';

/** The id of the `application/json` block in index.html by which the serving program overrides the build's settings. */
export const CLIENT_CONFIG_ID = 'cruddur-config';

/** The one Trusted Types policy that a page may have: it lets the service worker's address, and no other, become code. */
export const WORKER_POLICY = 'cruddur-worker';

/** What the browser program must know of its surroundings; one build serves every environment. */
export const clientConfig = z.object({
  /** Origin of API and gateway; empty means the page's own. */
  api_host: z._default(z.string(), ''),
  /** Origin of the avatar upload call; empty means the page's own. */
  avatar_gateway: z._default(z.string(), ''),
  token_store: z._default(z.enum(['local', 'cookie']), 'local'),
  log_level: z._default(z.enum(LOG_LEVELS), 'warn'),
  region: z._default(z.string(), REGION),
  user_pool_id: z._default(z.string(), ''),
  user_pool_client_id: z._default(z.string(), ''),
  /** Path or address of the user pool's endpoint; empty means Amazon's own. A path is under the page's origin. */
  user_pool_endpoint: z._default(z.string(), ''),
  identity_pool_id: z._default(z.string(), ''),
  identity_pool_endpoint: z._default(z.string(), ''),
  allow_guest: z._default(z.boolean(), false),
  /** Hosted sign-in: a domain, or with the local pool a path of this site. Redirects are one address or several, by commas. */
  oauth_domain: z._default(z.string(), ''),
  oauth_redirect_sign_in: z._default(z.string(), ''),
  oauth_redirect_sign_out: z._default(z.string(), ''),
  oauth_response_type: z._default(z.string(), ''),
  /** True with the local pool: the pages may point to `/local/mail`. */
  local_pool: z._default(z.boolean(), false),
});
export type ClientConfig = z.infer<typeof clientConfig>;
