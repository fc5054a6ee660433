import { isUuid } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import type { Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import { createRunGuarded } from './refused-writers.ts';

interface GuardedCall {
  viewer: Viewer;
  operation: Operation;
}

type WriteCall = GuardedCall & { params: { activity_uuid: string } };

/** Runs writes to another person's cruds, which the store refuses when one has blocked the other. */
export interface WriteGuards {
  /** @throws Refusal activity_not_found, as for a crud that the viewer cannot see */
  aboutActivity<T>(call: WriteCall, write: () => Promise<T>): Promise<T>;
}

export function createWriteGuards({ blocks, store }: Pick<Ports, 'blocks' | 'store'>): WriteGuards {
  const runGuarded = createRunGuarded();
  /** A repeat of a write from before the block gets its earlier answer. */
  const isNew = async ({ viewer, operation }: GuardedCall) =>
    (await store.findEarlierRef(viewer.sub, operation)) === null;

  return {
    aboutActivity: (call, write) =>
      runGuarded({
        writer: call.viewer.sub,
        code: 'activity_not_found',
        isRefused: async () =>
          isUuid(call.params.activity_uuid) &&
          (await blocks.isAuthorHidden(call.params.activity_uuid, call.viewer.sub)) &&
          (await isNew(call)),
        write,
      }),
  };
}
