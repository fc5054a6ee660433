import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Patch } from '../chaos/sabotage/sabotages.ts';
import { applyPatches } from '../simulation/build-world.ts';
import type { ModelName } from './quint.ts';
import type * as Replays from './replays.ts';

/** A change of the product that a replay must find. Files are relative to the root. */
export interface ReplaySabotage extends Patch {
  name: string;
  model: ModelName;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLLOWER = 'client/src/realtime/stream/stream-follower.ts';
const CHANNEL = 'client/src/realtime/tabs/tab-channel.ts';

export const replaySabotages: readonly ReplaySabotage[] = [
  {
    ...{ name: 'gap check', model: 'delivery', file: FOLLOWER },
    ...{ find: "if (event.seq > at.seq + 1) return { fresh, verdict: 'gap' };", replace: '' },
  },
  {
    ...{ name: 'epoch of a sync', model: 'delivery', file: FOLLOWER },
    ...{ find: 'if (epoch !== requestEpoch) continue;', replace: '' },
  },
  {
    ...{ name: 'repeat of a failed sync', model: 'delivery', file: FOLLOWER },
    ...{ find: 'if (needsRetry && !catchingUp)', replace: 'if (needsRetry && !catchingUp && !cursor)' },
  },
  {
    ...{ name: 'tag of the event before', model: 'delivery', file: 'server/src/streams/stream-reader.ts' },
    ...{ find: 'if (previous === from.tag) {', replace: "if (previous !== '') {" },
  },
  {
    ...{ name: 'join in one tick', model: 'delivery', file: 'server/src/gateway/stream-subscription.ts' },
    ...{ find: 'this.sendEvents(known);', replace: '' },
  },
  {
    ...{ name: 'replay on a page', model: 'delivery', file: 'client/src/cache/cache-updates.ts' },
    ...{ find: 'onListFetched: applyMissedEvents,', replace: 'onListFetched: () => undefined,' },
  },
  {
    ...{ name: 'tag of a page', model: 'delivery', file: 'client/src/cache/recent-events.ts' },
    ...{ find: 'if (known && !isSameCursor(known, position)) return null;', replace: '' },
  },
  {
    ...{ name: 'operation id', model: 'outbox', file: 'client/src/outbox/send-once.ts' },
    ...{
      find: 'user_handle: act.user_handle }, operationId);',
      replace: 'user_handle: act.user_handle }, `${operationId}0`);',
    },
  },
  {
    ...{ name: 'unknown outcome', model: 'outbox', file: 'client/src/outbox/send-once.ts' },
    ...{
      find: "isInconclusive(failure)) return { kind: 'unknown' };",
      replace: "isInconclusive(failure)) return { kind: 'done', answer: null };",
    },
  },
  {
    ...{ name: 'lanes', model: 'outbox', file: 'client/src/outbox/outbox-item.ts' },
    ...{ find: 'return isFree;', replace: 'return true;' },
  },
  {
    ...{ name: 'generations', model: 'tabs', file: CHANNEL },
    ...{ find: 'if (generation < newestGeneration) {', replace: 'if (generation < 0) {' },
  },
  {
    ...{ name: 'newer leader', model: 'tabs', file: CHANNEL },
    ...{
      find: 'if (ownGeneration !== null) onSuperseded();\n    onLeaderMessage',
      replace: 'onLeaderMessage',
    },
  },
  {
    ...{ name: 'lost lock', model: 'tabs', file: 'client/src/machines/tab-leadership.machine.ts' },
    ...{
      find: "on: { LOST: 'following', SUPERSEDED: 'following' },",
      replace: "on: { SUPERSEDED: 'following' },",
    },
  },
];

/** The replays with a sabotaged product. */
export async function buildSabotaged(sabotage: ReplaySabotage): Promise<typeof Replays> {
  const outfile = join(root, `.cache/formal/${sabotage.name.replaceAll(' ', '-')}.mjs`);
  await build({
    entryPoints: [join(root, 'tests/formal/replays.ts')],
    outfile,
    // Failures are thrown.
    logLevel: 'silent',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['development'],
    define: { 'import.meta.env': '{}' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [applyPatches([sabotage])],
  });
  return (await import(pathToFileURL(outfile).href)) as typeof Replays;
}
