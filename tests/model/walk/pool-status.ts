import type { PersonStatus } from '../../../server/local-pool/src/tables.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Sets a status of a user that is otherwise reachable only by an administrator, or by an unread mail. */
export async function setPoolStatus(
  app: TestApp,
  { sub }: { sub: string },
  status: PersonStatus,
): Promise<void> {
  await app.store.poolDb.updateTable('pool_users').set({ status }).where('sub', '=', sub).execute();
}

/** Ends a user's sessions in the pool without an event, as after their thirty days. */
export async function endPoolSessions(app: TestApp, sub: string): Promise<void> {
  await app.store.poolDb
    .updateTable('pool_sessions')
    .set({ revoked_at: new Date() })
    .where('sub', '=', sub)
    .execute();
}
