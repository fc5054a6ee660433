import type { PersonStatus } from '../../../server/local-pool/src/tables.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Puts somebody where the pool's own calls lead only by way of an administrator, or of a mail that was never read. */
export async function setPoolStatus(
  app: TestApp,
  { sub }: { sub: string },
  status: PersonStatus,
): Promise<void> {
  await app.store.poolDb.updateTable('pool_users').set({ status }).where('sub', '=', sub).execute();
}

/** Lets somebody's sessions be over at the pool without a word, as when they have lasted their thirty days. */
export async function endPoolSessions(app: TestApp, sub: string): Promise<void> {
  await app.store.poolDb
    .updateTable('pool_sessions')
    .set({ revoked_at: new Date() })
    .where('sub', '=', sub)
    .execute();
}
