import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

export const MANIFEST_FILE = 'manifest.json';

/** A path in `rows` or `avatars` that cannot lead out of them. */
const path = z.string().regex(/^(rows|avatars)(\/(?!\.\.?(\/|$))[\w.-]+)*$/);

const manifestShape = z.object({
  format: z.literal(2),
  made_at: z.iso.datetime(),
  folders: z.array(path),
  files: z.array(z.object({ path, size: z.int().nonnegative(), sha256: z.string() })),
});

/** The first entry of a backup. It lists all others, so that a missing, damaged or foreign file is detected. */
export type Manifest = z.infer<typeof manifestShape>;

/** @throws Error when the text is no manifest of this version */
export function parseManifest(text: string): Manifest {
  const parsed = manifestShape.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error('the manifest is malformed', { cause: parsed.error });
}

/** Reads a folder with `rows` and `avatars`, all files included. */
export async function describeFolder(folder: string, madeAt: Date): Promise<Manifest> {
  const manifest: Manifest = { format: 2, made_at: madeAt.toISOString(), folders: [], files: [] };
  for (const entry of await listTree(folder)) {
    if (entry.isFolder) manifest.folders.push(entry.path);
    else manifest.files.push({ path: entry.path, ...(await describeFile(join(folder, entry.path))) });
  }
  return manifest;
}

/** All folders and files below a folder, each folder before its content. */
export async function listTree(root: string, below = ''): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const found = [];
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile()) found.push({ path, isFolder: false });
    if (entry.isDirectory()) found.push({ path, isFolder: true }, ...(await listTree(root, path)));
  }
  return found;
}

async function describeFile(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { size: (await stat(file)).size, sha256: hash.digest('hex') };
}
