import { randomUUID } from 'node:crypto';
import type { TestClient } from './clients.ts';
import { until } from './until.ts';

/** Posts a crud until a gateway accepts it, always with the same operation id. @returns its uuid */
export async function postUntilAnswered(client: TestClient, message: string): Promise<string> {
  const operation = randomUUID();
  const { uuid } = await until(
    () => client.callOk('createActivity', { body: { message }, operation }).catch(() => null),
    { what: 'a crud is accepted' },
  );
  return uuid;
}
