import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { describeFolder, MANIFEST_FILE } from './manifest.ts';

export interface PackOptions {
  /** The folder with `rows` and `avatars`, which must not change meanwhile. */
  folder: string;
  madeAt: Date;
}

/** Writes a folder as one compressed archive, manifest first. */
export async function packArchive(target: NodeJS.WritableStream, options: PackOptions): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip(), target);
  try {
    await Promise.all([addEntries(archive, options), written]);
  } finally {
    archive.destroy();
    await written.catch(() => undefined);
  }
}

async function addEntries(archive: Pack, { folder, madeAt }: PackOptions): Promise<void> {
  const manifest = await describeFolder(folder, madeAt);
  archive.entry({ name: MANIFEST_FILE, mode: 0o600, mtime: madeAt }, JSON.stringify(manifest));
  for (const path of manifest.folders)
    archive.entry({ name: path, type: 'directory', mode: 0o700, mtime: madeAt });
  for (const { path, size } of manifest.files) {
    const entry = archive.entry({ name: path, size, mode: 0o600, mtime: madeAt });
    await pipeline(createReadStream(join(folder, path)), entry);
  }
  archive.finalize();
}
