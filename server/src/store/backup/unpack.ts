import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract, type Entry } from 'tar-stream';
import { MANIFEST_FILE, parseManifest, type Manifest } from './manifest.ts';
import { StartupError } from '../../config/startup-error.ts';

/** Far above the manifest of a large store. */
const LARGEST_MANIFEST = 256 * 1024 * 1024;

/**
 * Reads a whole archive and compares each file with the manifest.
 * @param folder the target of the files; without it the archive is only verified
 * @throws StartupError when anything is damaged, missing or foreign
 */
export async function unpackArchive(archive: string, folder?: string): Promise<Manifest> {
  const file = createReadStream(archive);
  const gunzip = createGunzip();
  const entries = extract();
  file.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', (error) => entries.destroy(error));
  file.pipe(gunzip).pipe(entries);
  try {
    return await readAll(entries, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new StartupError(`The backup ${archive} cannot be used (${reason}): take another one.`, {
      cause: error,
    });
  } finally {
    file.destroy();
    gunzip.destroy();
    entries.destroy();
  }
}

async function readAll(entries: AsyncIterable<Entry>, folder: string | undefined): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const files = new Map<string, Manifest['files'][number]>();
  const folders = new Set<string>();
  for await (const entry of entries) {
    const path = entry.header.name.replace(/\/$/, '');
    if (!manifest) {
      manifest = await readManifest(entry);
      for (const one of manifest.files) files.set(one.path, one);
      for (const one of manifest.folders) folders.add(one);
    } else if (entry.header.type === 'directory') {
      if (!folders.delete(path)) throw new Error(`${path} is not in the manifest`);
      if (folder !== undefined) await mkdir(join(folder, path), { mode: 0o700 });
      entry.resume();
    } else {
      const expected = files.get(path);
      if (!files.delete(path) || !expected) throw new Error(`${path} is not in the manifest`);
      const target = folder === undefined ? undefined : join(folder, path);
      if ((await readContent(entry, target)) !== expected.sha256) throw new Error(`${path} is damaged`);
    }
  }
  if (!manifest) throw new Error('the manifest is missing');
  const [missing] = [...folders, ...files.keys()];
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  return manifest;
}

async function readManifest(entry: Entry): Promise<Manifest> {
  const { name, size = 0 } = entry.header;
  if (name !== MANIFEST_FILE || size > LARGEST_MANIFEST) throw new Error('the manifest is missing');
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part);
  return parseManifest(Buffer.concat(parts).toString());
}

/** @returns the SHA-256 of the content */
async function readContent(entry: Entry, target: string | undefined): Promise<string> {
  const hash = createHash('sha256');
  const file = target === undefined ? undefined : await open(target, 'wx', 0o600);
  try {
    for await (const part of entry) {
      hash.update(part);
      await file?.writeFile(part);
    }
  } finally {
    await file?.close();
  }
  return hash.digest('hex');
}
