import type { Config } from '../config/config.ts';

const LOCAL_AVATARS =
  'pictures are files in DATA_DIR of this machine: several gateways need S3_BUCKET, or one DATA_DIR that they share';

/** Settings that work for one gateway only, in a configuration for several. */
export function findConfigWarnings({ avatars, redis, store }: Config): string[] {
  const isForSeveral = redis !== undefined || store.kind === 'postgres';
  return avatars.kind === 'local' && isForSeveral ? [LOCAL_AVATARS] : [];
}
