import { WORKER_POLICY } from '@cruddur/shared';
import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

export interface SecuritySettings {
  /** Origins besides its own that the page connects to: identity provider, bucket, other API host, their sockets. */
  connectOrigins: readonly string[];
  /** Whether the public origin is https. */
  secure: boolean;
}

/** Hash sources of inline content. */
interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The security headers of every answer. A page with inline content replaces the policy by `formatPagePolicy`. */
export function securityHeaders(settings: SecuritySettings): RequestHandler {
  const headers = collectHeaders(settings);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** They are the same for all answers, and Helmet would build them again for each. */
function collectHeaders(settings: SecuritySettings): [name: string, value: string][] {
  const { secure } = settings;
  const headers: [name: string, value: string][] = [];
  const collecting = { setHeader: (name: string, value: string) => void headers.push([name, value]) };
  const setHeaders = helmet({
    xPoweredBy: false,
    contentSecurityPolicy: policyOf(settings, { scripts: [], styles: [] }),
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  setHeaders({} as IncomingMessage, collecting as unknown as ServerResponse, () => undefined);
  return headers;
}

/** The policy of a page with inline content as Helmet writes it: a cached page has a header, and no request. */
export function formatPagePolicy(settings: SecuritySettings, inline: Inline): string {
  const { directives } = policyOf(settings, inline);
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

/** Allows own files and hashed inline content; trusted types keep text from becoming code. */
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
