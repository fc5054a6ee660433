import { isUuid } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

const WRITERS_MAX = 10_000;

interface WriteCall {
  viewer: Pick<Viewer, 'sub'>;
  operation: Operation;
  params: { activity_uuid: string };
}

/**
 * Runs a write to another person's crud, which the store refuses when one has blocked the other.
 * @throws Refusal activity_not_found, as for a crud that the viewer cannot see, and whatever the write throws
 */
export type GuardWrite = <T>(call: WriteCall, write: () => Promise<T>) => Promise<T>;

interface GuardPorts {
  blocks: Pick<Ports['blocks'], 'isAuthorHidden'>;
  store: Pick<Ports['store'], 'findEarlierRef'>;
}

/**
 * The refusal of a trigger fails a shared commit, whose writes are then repeated one by one. So the writes of a person whom it has
 * refused are checked before they join a commit from then on; all others cost nothing.
 */
export function createGuardWrite({ blocks, store }: GuardPorts): GuardWrite {
  const refusedWriters = new LRUCache<string, true>({ max: WRITERS_MAX });

  /** A repeat of a write from before the block gets its earlier answer. */
  async function isRefused({ viewer, operation, params }: WriteCall): Promise<boolean> {
    return (
      isUuid(params.activity_uuid) &&
      (await blocks.isAuthorHidden(params.activity_uuid, viewer.sub)) &&
      (await store.findEarlierRef(viewer.sub, operation)) === null
    );
  }

  return async (call, write) => {
    const { sub } = call.viewer;
    if (refusedWriters.has(sub) && (await isRefused(call))) throw new Refusal('activity_not_found');
    try {
      return await write();
    } catch (error) {
      if (error instanceof Refusal && error.codes[0] === 'activity_not_found') refusedWriters.set(sub, true);
      throw error;
    }
  };
}
