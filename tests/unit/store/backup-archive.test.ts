import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packArchive } from '../../../server/src/store/backup/pack.ts';
import { restoreArchive } from '../../../server/src/store/backup/restore-archive.ts';
import { unpackArchive } from '../../../server/src/store/backup/unpack.ts';
import { recoverDirectory } from '../../../server/src/store/recover-directory.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';

const BLOCK = 512;

test('[BACKUP-5] packed files are unpacked byte by byte, empty folders too', async () => {
  await using folder = await createTempFolder();
  const archive = await packSample(folder.path);
  const target = join(folder.path, 'target');
  await mkdir(target);
  const { files } = await unpackArchive(archive, target);
  expect(files.map(({ path, size }) => [path, size]).sort()).toEqual([
    ['avatars/picture.jpg', 3],
    ['pg/base/1', 1024],
    ['pg/empty', 0],
  ]);
  expect(await readFile(join(target, 'pg/base/1'))).toEqual(Buffer.alloc(1024, 7));
  expect(await readdir(join(target, 'pg/pg_notify'))).toEqual([]);
});

const changes: [string, (archive: Buffer) => Buffer][] = [
  ['is cut off', (archive) => archive.subarray(0, archive.length - 20)],
  ['is cut off between two files', (archive) => gzipSync(gunzipSync(archive).subarray(0, -4 * BLOCK))],
  [
    'lacks a file',
    (archive) =>
      repackArchive(archive, (tar) => Buffer.concat([tar.subarray(0, -4 * BLOCK), tar.subarray(-2 * BLOCK)])),
  ],
  [
    'has another byte in a file',
    (archive) =>
      repackArchive(archive, (tar) =>
        tar.fill(9, tar.indexOf(Buffer.alloc(1024, 7)), tar.indexOf(Buffer.alloc(1024, 7)) + 1),
      ),
  ],
  [
    'has a file twice',
    (archive) =>
      repackArchive(archive, (tar) => Buffer.concat([tar.subarray(0, -2 * BLOCK), tar.subarray(-4 * BLOCK)])),
  ],
  [
    'names a file outside of its folder',
    (archive) => repackArchive(archive, (tar) => replaceText(tar, 'pg/base/1', 'pg/../../')),
  ],
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
  '[BACKUP-6] a restore that is killed after %i of its moves is finished by the next start',
  async (done) => {
    await using folder = await createTempFolder();
    const [dataDir, ready, replaced] = [
      folder.path,
      join(folder.path, 'restore.ready-now'),
      join(folder.path, 'replaced-now'),
    ];
    for (const dir of [dataDir, ready]) {
      for (const part of ['pg', 'avatars']) {
        await mkdir(join(dir, part), { recursive: true });
        await writeFile(join(dir, part, dir === ready ? 'new' : 'old'), '');
      }
    }
    for (const move of movedEntries.slice(0, done)) {
      const [part = '', where] = move.split(' ');
      if (where === 'away') {
        await mkdir(replaced, { recursive: true });
        await rename(join(dataDir, part), join(replaced, part));
      } else await rename(join(ready, part), join(dataDir, part));
    }
    await recoverDirectory(dataDir);
    expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(
      [
        ...['avatars', 'avatars/new', 'pg', 'pg/new'],
        ...[
          'replaced-now',
          'replaced-now/avatars',
          'replaced-now/avatars/old',
          'replaced-now/pg',
          'replaced-now/pg/old',
        ],
      ].sort(),
    );
  },
);

test('[BACKUP-6] the remains of an earlier killed backup or restore are removed', async () => {
  await using folder = await createTempFolder();
  for (const name of ['backup.partial-a', 'restore.partial-b', 'pg']) await mkdir(join(folder.path, name));
  await recoverDirectory(folder.path);
  expect(await readdir(folder.path)).toEqual(['pg']);
});

/** An archive of a small folder with the form of a store. */
async function packSample(path: string): Promise<string> {
  const folder = join(path, 'sample');
  await mkdir(join(folder, 'pg/base'), { recursive: true });
  await mkdir(join(folder, 'pg/pg_notify'));
  await mkdir(join(folder, 'avatars'));
  await writeFile(join(folder, 'pg/empty'), '');
  await writeFile(join(folder, 'pg/base/1'), Buffer.alloc(1024, 7));
  await writeFile(join(folder, 'avatars/picture.jpg'), 'jpg');
  const archive = join(path, 'sample.tar.gz');
  await packArchive(createWriteStream(archive), { folder, madeAt: new Date() });
  await rm(folder, { recursive: true });
  return archive;
}

const repackArchive = (archive: Buffer, change: (tar: Buffer) => Buffer): Buffer =>
  gzipSync(change(gunzipSync(archive)));

/** Changes a path in the list of files, with the same length. */
function replaceText(tar: Buffer, from: string, to: string): Buffer {
  tar.write(to.padEnd(from.length, '.').slice(0, from.length), tar.indexOf(`"${from}"`) + 1);
  return tar;
}
