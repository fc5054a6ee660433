import { WORKER_POLICY } from '@cruddur/shared';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

export interface SecuritySettings {
  /** Origins besides the page's own that it talks to: identity provider, bucket, other API host, their sockets. */
  connectOrigins: readonly string[];
  /** Whether people reach the site by https. */
  secure: boolean;
}

/** What stands in a page itself, as hash sources. */
interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/** What every answer says to browsers; a page with something of its own inside says a policy of its own after it. */
export function securityHeaders(settings: SecuritySettings): RequestHandler {
  const { secure } = settings;
  return helmet({
    contentSecurityPolicy: policyOf(settings, { scripts: [], styles: [] }),
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}

export function contentPolicy(settings: SecuritySettings, inline: Inline): RequestHandler {
  return helmet.contentSecurityPolicy(policyOf(settings, inline));
}

/** Nothing but our own files runs, and what stands in the page by its hash; no text becomes code. */
function policyOf({ connectOrigins, secure }: SecuritySettings, inline: Inline) {
  const directives = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...inline.styles],
    'img-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connectOrigins],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [WORKER_POLICY],
    ...(secure && { 'upgrade-insecure-requests': [] }),
  };
  return { useDefaults: false, directives };
}
