import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { describeFolder, MANIFEST_FILE } from './manifest.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

export interface PackOptions {
  /** The folder with `rows` and `avatars`, which must not change meanwhile. */
  folder: string;
  madeAt: Date;
}

/** Writes a folder as one compressed archive, manifest first. */
export async function packArchive(target: NodeJS.WritableStream, options: PackOptions): Promise<void> {
  await pipeline(Readable.from(entriesOf(options)), createGzip(), target);
}

async function* entriesOf({ folder, madeAt }: PackOptions): AsyncGenerator<Buffer> {
  const manifest = await describeFolder(folder, madeAt);
  const text = Buffer.from(JSON.stringify(manifest));
  yield tarHeader({ path: MANIFEST_FILE, isFolder: false, size: text.length });
  yield text;
  yield tarPadding(text.length);
  for (const path of manifest.folders) yield tarHeader({ path, isFolder: true, size: 0 });
  for (const { path, size } of manifest.files) {
    yield tarHeader({ path, isFolder: false, size });
    for await (const chunk of createReadStream(join(folder, path))) yield chunk as Buffer;
    yield tarPadding(size);
  }
  yield tarEnd;
}
