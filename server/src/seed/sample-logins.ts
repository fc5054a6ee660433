import type { OpenedStore } from '../store/opened-store.ts';
import { emailOf, SAMPLE_LOGINS, SAMPLE_PASSWORD } from './people.ts';

export interface SampleLogin {
  email: string;
  password: string;
}

/** The sample logins that still work: seeded and not changed since. */
export async function sampleLogins({ poolDb }: OpenedStore): Promise<SampleLogin[]> {
  const rows = await poolDb
    .selectFrom('pool_users')
    .select('email')
    .where('email', 'in', SAMPLE_LOGINS.map(emailOf))
    .whereRef('updated_at', '=', 'created_at')
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => ({ email, password: SAMPLE_PASSWORD }));
}

/** The line that is printed for a login when the program is ready. */
export function loginLine({ email, password }: SampleLogin): string {
  return `login: ${email} ${password}`;
}
