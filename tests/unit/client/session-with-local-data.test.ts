import { expect, test } from 'vitest';
import type { Drafts } from '../../../client/src/compose/drafts.ts';
import { withLocalData } from '../../../client/src/app/session-with-local-data.ts';
import type { Session, SessionSnapshot } from '../../../client/src/auth/session/session.ts';

const ada = { handle: 'ada', display_name: 'Ada', cognito_id: 'sub-of-ada' };
const VISITOR: SessionSnapshot = { status: 'visitor', person: null };

function start(keepOnly = () => Promise.resolve()) {
  let snapshot: SessionSnapshot = VISITOR;
  const listeners = new Set<() => void>();
  const forgotten: string[] = [];
  const session: Pick<Session, 'subscribe' | 'getSnapshot' | 'signOut'> = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    signOut: () => Promise.resolve(),
  };
  const drafts: Pick<Drafts, 'forget' | 'keepOnly'> = {
    forget: (person) => void forgotten.push(person),
    keepOnly: () => undefined,
  };
  const outbox = {
    setUser: () => undefined,
    forget: (person: string) => Promise.resolve(void forgotten.push(`outbox of ${person}`)),
    keepOnly,
  };
  const { signOut } = withLocalData(session as Session, { drafts, outbox });
  const become = (next: SessionSnapshot) => {
    snapshot = next;
    for (const listener of listeners) listener();
  };
  return { become, forgotten, signOut };
}

test('[ACCOUNT-10] a session that ends by itself deletes nothing, and a sign-out deletes drafts and outbox', async () => {
  const { become, forgotten, signOut } = start();
  become({ status: 'person', person: ada });
  become(VISITOR);
  expect(forgotten).toEqual([]);
  become({ status: 'person', person: ada });
  await signOut(true);
  expect(forgotten).toEqual([ada.cognito_id, `outbox of ${ada.cognito_id}`]);
});

test('[ACCOUNT-10] a draft is deleted too when the session ended a moment before the sign-out', async () => {
  const { become, forgotten, signOut } = start();
  become({ status: 'person', person: ada });
  become(VISITOR);
  await signOut(false);
  expect(forgotten).toEqual([ada.cognito_id, `outbox of ${ada.cognito_id}`]);
});

test('[OUTBOX-12] an unresponsive database does not block a sign-in', async () => {
  const unheard: unknown[] = [];
  const collect = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', collect);
  const { become } = start(() =>
    Promise.reject(new DOMException('The database does not respond', 'TimeoutError')),
  );
  become({ status: 'person', person: ada });
  // Node reports an unhandled rejection before it runs the next immediate.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', collect);
  expect(unheard).toEqual([]);
});
