import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../../startup-error.ts';
import { MANIFEST_FILE, parseManifest, type Manifest } from './manifest.ts';
import { ByteReader, type TarEntry } from './tar.ts';

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
  file.on('error', (error) => gunzip.destroy(error));
  try {
    return await readAll(new ByteReader(file.pipe(gunzip) as AsyncIterable<Buffer>), folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new StartupError(`The backup ${archive} cannot be used (${reason}): take another one.`, {
      cause: error,
    });
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

async function readAll(reader: ByteReader, folder: string | undefined): Promise<Manifest> {
  const manifest = await readManifest(reader);
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const folders = new Set(manifest.folders);
  for (let entry = await reader.header(); entry; entry = await reader.header()) {
    if (entry.isFolder) {
      if (!folders.delete(entry.path)) throw new Error(`${entry.path} is not in the manifest`);
      if (folder !== undefined) await mkdir(join(folder, entry.path), { mode: 0o700 });
      continue;
    }
    const expected = files.get(entry.path);
    if (!files.delete(entry.path) || !expected) throw new Error(`${entry.path} is not in the manifest`);
    const target = folder === undefined ? undefined : join(folder, entry.path);
    if ((await readContent(reader, entry, target)) !== expected.sha256)
      throw new Error(`${entry.path} is damaged`);
  }
  const [missing] = [...folders, ...files.keys()];
  if (missing !== undefined) throw new Error(`${missing} is missing`);
  return manifest;
}

async function readManifest(reader: ByteReader): Promise<Manifest> {
  const entry = await reader.header();
  if (entry?.path !== MANIFEST_FILE || entry.size > LARGEST_MANIFEST)
    throw new Error('the manifest is missing');
  const parts: Buffer[] = [];
  for await (const part of reader.content(entry.size)) parts.push(part);
  await reader.skipPadding(entry.size);
  return parseManifest(Buffer.concat(parts).toString());
}

/** @returns the SHA-256 of the content */
async function readContent(
  reader: ByteReader,
  { size }: TarEntry,
  target: string | undefined,
): Promise<string> {
  const hash = createHash('sha256');
  const file = target === undefined ? undefined : await open(target, 'wx', 0o600);
  try {
    for await (const part of reader.content(size)) {
      hash.update(part);
      await file?.writeFile(part);
    }
  } finally {
    await file?.close();
  }
  await reader.skipPadding(size);
  return hash.digest('hex');
}
