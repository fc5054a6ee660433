import type { Audit } from '../domain/audit.ts';
import type { Metrics } from '../domain/metrics.ts';
import { createAudit, type Logger } from '../logger.ts';

/** The audit log, with a count of its events. */
export function wireAudit(logger: Logger, metrics: Metrics): Audit {
  const write = createAudit(logger);
  return (event, origin) => {
    write(event, origin);
    metrics.countEvent('cruddur_audit_events_total', { event: event.event });
  };
}
