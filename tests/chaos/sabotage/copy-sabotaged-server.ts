import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch } from './apply-patch.ts';
import type { Patch } from './sabotages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of the built server with changes; inside the checkout, where its packages are found. @returns its folder */
export async function copySabotagedServer(name: string, patches: readonly Patch[]): Promise<string> {
  const folder = join(root, '.cache/chaos', name);
  const dist = join(folder, 'server/dist');
  await rm(folder, { recursive: true, force: true });
  await cp(join(root, 'server/dist'), dist, { recursive: true });
  await cp(join(root, 'server/package.json'), join(folder, 'server/package.json'));
  // Packages of a version that the root does not have.
  const ownPackages = join(root, 'server/node_modules');
  if (existsSync(ownPackages)) await symlink(ownPackages, join(folder, 'server/node_modules'));
  await mkdir(join(folder, 'client'));
  await symlink(join(root, 'client/dist'), join(folder, 'client/dist'));
  for (const patch of patches) {
    const file = join(dist, patch.file);
    await writeFile(file, applyPatch(await readFile(file, 'utf8'), patch));
  }
  return folder;
}
