import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packArchive } from '../../../../server/src/store/backup/pack.ts';
import { restoreArchive } from '../../../../server/src/store/backup/restore-archive.ts';
import { unpackArchive } from '../../../../server/src/store/backup/unpack.ts';
import { recoverDirectory } from '../../../../server/src/store/recover-directory.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';

const BLOCK = 512;
const CONTENT = Buffer.alloc(1024, 7);

test('[BACKUP-5] packed files are unpacked byte by byte, empty folders too', async () => {
  await using folder = await createTempFolder();
  const archive = await packSample(folder.path);
  const target = join(folder.path, 'target');
  await mkdir(target);
  const { files } = await unpackArchive(archive, target);
  expect(files.map(({ path, size }) => [path, size]).sort()).toEqual([
    ['avatars/picture.jpg', 3],
    ['rows/empty.0', 0],
    ['rows/people.0', 1024],
  ]);
  expect(await readFile(join(target, 'rows/people.0'))).toEqual(CONTENT);
  expect(await readdir(join(target, 'avatars/processed'))).toEqual([]);
});

const END = -2 * BLOCK;
/** The last file of a sample, with its header. */
const LAST_FILE = -4 * BLOCK;

/** Changes of the unpacked archive. */
const tarChanges: Record<string, (tar: Buffer) => Buffer> = {
  'is cut off between two files': (tar) => tar.subarray(0, LAST_FILE),
  'lacks a file': (tar) => Buffer.concat([tar.subarray(0, LAST_FILE), tar.subarray(END)]),
  'has a file twice': (tar) => Buffer.concat([tar.subarray(0, END), tar.subarray(LAST_FILE)]),
  'has another byte in a file': (tar) => tar.fill(9, tar.indexOf(CONTENT), tar.indexOf(CONTENT) + 1),
  'is of another format': (tar) => {
    tar.write('"format":3', tar.indexOf('"format":2'));
    return tar;
  },
  'names a file outside of its folder': (tar) => replaceText(tar, 'rows/people.0', 'rows/../../..'),
};
const changes: [string, (archive: Buffer) => Buffer][] = [
  ...Object.entries(tarChanges).map(([what, change]): [string, (archive: Buffer) => Buffer] => [
    what,
    (archive) => gzipSync(change(gunzipSync(archive))),
  ]),
  ['is cut off', (archive) => archive.subarray(0, archive.length - 20)],
  ['is no archive', () => Buffer.from('hello')],
  ['is empty', () => Buffer.alloc(0)],
];

test.each(changes)('[BACKUP-5] a backup that %s is refused, and nothing is changed', async (_, change) => {
  await using folder = await createTempFolder();
  const archive = await packSample(folder.path);
  await writeFile(archive, change(await readFile(archive)));
  const dataDir = join(folder.path, 'data');
  await mkdir(join(dataDir, 'pg'), { recursive: true });
  await writeFile(join(dataDir, 'pg', 'old'), '');
  await expect(restoreArchive({ archive, dataDir, replace: true })).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /^The backup \S+ cannot be used \([^\n]+\): take another one\.$/,
    ) as string,
  });
  expect(await readdir(dataDir, { recursive: true })).toEqual(['pg', 'pg/old']);
});

const movedEntries = ['pg away', 'pg in', 'avatars away', 'avatars in'];
test.each([0, 1, 2, 3, 4])(
  'a restore that is killed after %i of its moves is finished by the next start, which removes other remains',
  async (done) => {
    await using folder = await createTempFolder();
    const dataDir = folder.path;
    const ready = join(dataDir, 'restore.ready-now');
    const replaced = join(dataDir, 'replaced-now');
    for (const name of ['backup.partial-a', 'restore.partial-b']) await mkdir(join(dataDir, name));
    for (const part of ['pg', 'avatars']) {
      await mkdir(join(ready, part), { recursive: true });
      await mkdir(join(dataDir, part));
      await writeFile(join(ready, part, 'new'), '');
      await writeFile(join(dataDir, part, 'old'), '');
    }
    for (const move of movedEntries.slice(0, done)) {
      const [part = '', where] = move.split(' ');
      const [from, to] = where === 'away' ? [dataDir, replaced] : [ready, dataDir];
      await mkdir(to, { recursive: true });
      await rename(join(from, part), join(to, part));
    }
    await recoverDirectory(dataDir);
    const restored = ['avatars', 'avatars/new', 'pg', 'pg/new'];
    const old = ['', '/avatars', '/avatars/old', '/pg', '/pg/old'].map((path) => `replaced-now${path}`);
    expect((await readdir(dataDir, { recursive: true })).sort()).toEqual([...restored, ...old]);
  },
);

/** An archive of a small folder with the form of a store. */
async function packSample(path: string): Promise<string> {
  const folder = join(path, 'sample');
  await mkdir(join(folder, 'rows'), { recursive: true });
  await mkdir(join(folder, 'avatars/processed'), { recursive: true });
  await writeFile(join(folder, 'rows/empty.0'), '');
  await writeFile(join(folder, 'rows/people.0'), CONTENT);
  await writeFile(join(folder, 'avatars/picture.jpg'), 'jpg');
  const archive = join(path, 'sample.tar.gz');
  await packArchive(createWriteStream(archive), { folder, madeAt: new Date() });
  await rm(folder, { recursive: true });
  return archive;
}

/** Changes a path in the list of files, with the same length. */
function replaceText(tar: Buffer, from: string, to: string): Buffer {
  tar.write(to.padEnd(from.length, '.').slice(0, from.length), tar.indexOf(`"${from}"`) + 1);
  return tar;
}
