import { createBrowserLocks } from '../../../../client/devtools/simulation/client/locks.ts';

/** The locks of one browser, as those of a schedule, whose tabs hear of them at once. */
export function createFakeLocks() {
  const locks = createBrowserLocks({
    after(_host, _ms, _label, run) {
      queueMicrotask(run);
      return () => undefined;
    },
  });
  /** The locks as seen by one tab. */
  return { of: (name: string) => locks.of({ name, nth: 0, skewMs: 0, state: 'running', backlog: [] }) };
}
