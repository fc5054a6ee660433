import { WORKER_POLICY } from '@cruddur/shared';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

export interface SecuritySettings {
  /** Origins besides the page's own that it talks to: identity provider, bucket, other API host, their sockets. */
  connectTo: readonly string[];
  /** Whether people reach the site by https. */
  secure: boolean;
}

/** Nothing but our own files runs, and no text becomes code. */
export function securityHeaders({ connectTo, secure }: SecuritySettings): RequestHandler {
  const directives = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connectTo],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [WORKER_POLICY],
    ...(secure && { 'upgrade-insecure-requests': [] }),
  };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
