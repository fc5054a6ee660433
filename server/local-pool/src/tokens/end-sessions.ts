import type { PoolContext, SessionsEnded } from '../context.ts';

/** Ends sessions by name. The rest of the program hears of it first: should it fail, the call can be repeated. */
export async function endSessions(context: PoolContext, { sub, originJtis }: SessionsEnded): Promise<void> {
  if (originJtis.length === 0) return;
  await context.onSessionsEnded({ sub, originJtis });
  await context.db
    .updateTable('pool_sessions')
    .set({ revoked_at: context.clock.now() })
    .where('origin_jti', 'in', originJtis)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends a person's sessions on one device, all but `except`. */
export async function endDeviceSessions(
  context: PoolContext,
  { sub, device_key, except }: { sub: string; device_key: string; except: string },
): Promise<void> {
  const sessions = await context.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('device_key', '=', device_key)
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .where('origin_jti', '<>', except)
    .execute();
  await endSessions(context, { sub, originJtis: sessions.map(({ origin_jti }) => origin_jti) });
}
