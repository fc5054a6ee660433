import type { Logger } from '../../../server/src/domain/logger.ts';

const nothing = () => undefined;
export const quiet: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Lets everything that has already begun come to its end. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
