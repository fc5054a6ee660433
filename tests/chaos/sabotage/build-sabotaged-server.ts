import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { applyPatch } from './apply-patch.ts';
import type { Patch } from './sabotages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The server, built from changed sources; inside the checkout, where its packages are found. @returns its folder */
export async function buildSabotagedServer(name: string, patches: readonly Patch[]): Promise<string> {
  const folder = join(root, '.cache/chaos', name);
  await rm(folder, { recursive: true, force: true });
  await build({
    root: join(root, 'server'),
    logLevel: 'error',
    plugins: [createPatchPlugin(patches)],
    build: { outDir: join(folder, 'server/dist') },
  });
  await mkdir(join(folder, 'client'));
  await symlink(join(root, 'client/dist'), join(folder, 'client/dist'));
  return folder;
}

function createPatchPlugin(patches: readonly Patch[]): Plugin {
  return {
    name: 'patching',
    async load(id) {
      const own = patches.filter(({ file }) => id === join(root, 'server/src', file));
      return own.length === 0 ? undefined : own.reduce(applyPatch, await readFile(id, 'utf8'));
    },
  };
}
