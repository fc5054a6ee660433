import { emailOf, SAMPLE_LOGINS, SAMPLE_PASSWORD } from '../../server/src/seed/people.ts';
import { seedStore } from '../../server/src/seed/seed.ts';
import { createClient, type TestClient } from './clients.ts';
import { signIn } from './people.ts';
import type { TestApp } from './test-app.ts';

/** Creates the samples in a test application. @returns false when the store already has users */
export function seedSample({ store }: TestApp): Promise<boolean> {
  return seedStore(store, { localPool: true, now: new Date() });
}

/** Signs in as the first sample user, who has messages and notifications. */
export async function signInAsSamplePerson({ url }: TestApp): Promise<TestClient> {
  const [handle = ''] = SAMPLE_LOGINS;
  const { accessToken } = await signIn(url, { email: emailOf(handle), password: SAMPLE_PASSWORD });
  return createClient(url, accessToken);
}
