import type { Logger } from '../../../../server/src/domain/logger.ts';

const nothing = () => undefined;
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Waits until everything that has begun is finished. */
export async function flushPendingWork(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
