import type { Audit } from '../domain/audit.ts';
import type { Metrics } from '../domain/metrics.ts';
import { currentRequest, type RequestContext } from '../request-context.ts';
import type { EraseAccount } from '../domain/users/erase-account.ts';
import { createAudit, type Logger } from '../logger.ts';

/** The audit log, with a count of its events. */
export function wireAudit(logger: Logger, metrics: Metrics): Audit {
  const write = createAudit(logger);
  return (event) => {
    write(event);
    metrics.countEvent('cruddur_audit_events_total', { event: event.event });
  };
}

/** Audits an erasure once per request: the product and the local pool both erase the account of a deletion. */
export function auditErasures(erase: EraseAccount, audit: Audit): EraseAccount {
  const audited = new WeakSet<RequestContext>();
  return async (sub) => {
    await erase(sub);
    const request = currentRequest();
    if (request && audited.has(request)) return;
    if (request) audited.add(request);
    audit({ event: 'account_deleted', subject: sub });
  };
}
