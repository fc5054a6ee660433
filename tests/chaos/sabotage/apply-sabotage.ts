import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { build } from 'vite';
import type * as ClientConnection from '../../support/client-connection.ts';
import { applyPatch, applyPatches } from './apply-patch.ts';
import type { Patch, Sabotage } from './sabotages.ts';

/** The parts of a run that differ from the product; empty in an honest run. */
export interface SabotagedParts {
  /** The folder of a changed build of the server. */
  from?: string;
  /** A changed client. */
  open?: typeof ClientConnection.openClientConnection;
  /** Only faults whose names contain one of these. */
  faults?: readonly string[];
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @throws Error when the sabotage no longer applies to the product */
export async function applySabotage({ name, patches, faults }: Sabotage): Promise<SabotagedParts> {
  const [server, client] = ['server/', 'client/'].map((folder) =>
    patches.filter(({ file }) => file.startsWith(folder)),
  );
  return {
    ...(server?.length && { from: await buildServer(name, server) }),
    ...(client?.length && { open: await buildClient(name, client) }),
    ...(faults && { faults }),
  };
}

/** The server, built from changed sources; inside the checkout, where its packages are found. @returns its folder */
async function buildServer(name: string, patches: readonly Patch[]): Promise<string> {
  const folder = join(root, '.cache/chaos', name);
  await rm(folder, { recursive: true, force: true });
  const patching = {
    name: 'patching',
    async load(id: string) {
      const own = patches.filter(({ file }) => id === join(root, file));
      return own.length === 0 ? undefined : own.reduce(applyPatch, await readFile(id, 'utf8'));
    },
  };
  await build({
    root: join(root, 'server'),
    logLevel: 'error',
    plugins: [patching],
    build: { outDir: join(folder, 'server/dist') },
  });
  await mkdir(join(folder, 'client'));
  await symlink(join(root, 'client/dist'), join(folder, 'client/dist'));
  return folder;
}

/** The client's connection, built from changed sources. */
async function buildClient(name: string, patches: readonly Patch[]) {
  const outfile = join(root, '.cache/chaos', `${name}.client.mjs`);
  await bundle({
    entryPoints: [join(root, 'tests/support/client-connection.ts')],
    outfile,
    logLevel: 'error',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [applyPatches(patches)],
  });
  const sabotaged = (await import(pathToFileURL(outfile).href)) as typeof ClientConnection;
  return sabotaged.openClientConnection;
}
