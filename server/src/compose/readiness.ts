import { sql } from 'kysely';
import type { Bus } from '../domain/ports.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { Readiness } from '../http/health.ts';
import type { Db } from '../repositories/tables.ts';

export interface ReadinessParts {
  db: Db;
  bus: Pick<Bus, 'healthy'>;
  revocations: Pick<Revocations, 'isStale'>;
  /** True once this gateway is about to go: new calls are better sent to another one. */
  isDraining: () => boolean;
}

/** Without the store nothing can be served; without Redis everything can, more slowly. */
export function createReadiness({
  db,
  bus,
  revocations,
  isDraining,
}: ReadinessParts): () => Promise<Readiness> {
  return async () => {
    const answers = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    const degraded = [
      ...(answers ? [] : ['store']),
      ...(revocations.isStale() ? ['revocations'] : []),
      ...(bus.healthy() ? [] : ['redis']),
      ...(isDraining() ? ['draining'] : []),
    ];
    return { ready: answers && !revocations.isStale() && !isDraining(), degraded };
  };
}
