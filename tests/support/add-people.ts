import { randomUUID } from 'node:crypto';
import { systemClock } from '../../server/src/domain/clock.ts';
import type { Store } from '../../server/src/domain/ports.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';

/** Users with rows of their own, signed in as far as use cases can tell: no pool has them. */
export async function addPeople(store: Store, count: number): Promise<Viewer[]> {
  const people = Array.from({ length: count }, (): Viewer => {
    const sub = randomUUID();
    const session = { sub, originJti: '', authTime: 0, expiresAt: Infinity };
    return { sub, handle: `p${sub.replaceAll('-', '').slice(0, 16)}`, display_name: 'Stranger', session };
  });
  await store.runChange(null, async (unit) => {
    for (const { sub, handle, display_name } of people) {
      await unit.people.insert({ sub, handle, display_name, email: '', created_at: systemClock.now() });
    }
    return { result: null, entries: [] };
  });
  return people;
}
