import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AVATAR_MAX_BYTES, AVATAR_URL_SECONDS } from '@cruddur/shared';
import { type Draft, type SignedPut, type UploadReceiver, contentTypeOf } from '../domain/avatars/ports.ts';
import type { Clock } from '../domain/clock.ts';
import { noFailureLog, type FailureLog } from '../domain/failure-log.ts';
import type { AvatarStorage } from '../domain/ports.ts';
import { runEach } from '../domain/run-each.ts';

export interface LocalAvatarsSettings {
  /** The folder of originals and pictures, created when missing. */
  dir: string;
  /** The key of the address signatures, equal at all gateways of a store. */
  secret: string;
  /** The origin of this program for clients, without a slash at the end. */
  publicUrl: () => string;
  clock: Clock;
  failures?: FailureLog;
}

/** Stores pictures as files, uploaded by a signed PUT to this program. */
export function createLocalAvatars(settings: LocalAvatarsSettings): AvatarStorage & UploadReceiver {
  const { secret, clock } = settings;
  const originals = join(settings.dir, 'uploads');
  const pictures = join(settings.dir, 'processed');
  const sweep = createDraftSweeper([originals, pictures], settings.failures ?? noFailureLog);
  // Drafts left from a crash are removed at the start, not with the next upload.
  void sweep();
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  return {
    createUploadUrl: (key, extension) => {
      const contentType = contentTypeOf(extension);
      const expires = String(nowSeconds() + AVATAR_URL_SECONDS);
      const signature = sign(secret, { key, contentType, expires });
      const query = new URLSearchParams({ expires, signature });
      return Promise.resolve(`${settings.publicUrl()}/avatars/uploads/${key}?${query.toString()}`);
    },
    isAllowed: (put) =>
      isFileName(put.key) &&
      isEqual(put.signature, sign(secret, put)) &&
      /^\d{1,12}$/.test(put.expires) &&
      Number(put.expires) >= nowSeconds(),
    writeDraft: async (body) => {
      await sweep();
      return writeDraft(originals, body);
    },
    readOriginal: async (key) => {
      const bytes = await read(originals, key);
      if (!bytes || bytes.length <= AVATAR_MAX_BYTES) return bytes;
      await remove(originals, key);
      return null;
    },
    removeOriginal: (key) => remove(originals, key),
    writeProcessed: (id, jpeg) => write(pictures, `${id}.jpg`, jpeg),
    readProcessed: (id) => read(pictures, `${id}.jpg`),
    removeProcessed: (id) => remove(pictures, `${id}.jpg`),
  };
}

function sign(secret: string, { key, contentType, expires }: Omit<SignedPut, 'signature'>): string {
  return createHmac('sha256', secret).update(`PUT\n${key}\n${contentType}\n${expires}`).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** True for names that cannot lead out of the folder. */
function isFileName(name: string): boolean {
  return /^[\w-]{1,80}\.[a-z]{3,4}$/.test(name);
}

/** Writes by rename, so that a reader never sees a partial file. */
async function write(folder: string, name: string, bytes: Buffer): Promise<void> {
  await (await writeDraft(folder, bytes)).commit(name);
}

/** @throws the errors of `bytes` and of the file system, such as a full disk; the draft is removed then */
async function writeDraft(folder: string, bytes: Buffer | AsyncIterable<Uint8Array>): Promise<Draft> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `.${randomUUID()}`);
  const discard = () => rm(path, { force: true });
  try {
    await writeFile(path, bytes);
  } catch (failure) {
    await discard();
    throw failure;
  }
  return {
    path,
    discard,
    commit: (name) => {
      if (!isFileName(name)) throw new Error('The name is no name of a picture or upload.');
      return rename(path, join(folder, name));
    },
  };
}

async function remove(folder: string, name: string): Promise<void> {
  if (isFileName(name)) await rm(join(folder, name), { force: true });
}

async function read(folder: string, name: string): Promise<Buffer | null> {
  if (!isFileName(name)) return null;
  try {
    return await readFile(join(folder, name));
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null;
    throw failure;
  }
}

/** Longer than any upload takes, so an older draft is left from a crash. Another gateway may write to the same folder. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** The name of this work in the log of failures. */
const WORK = 'avatar drafts';

/** Removes drafts left from a crash, at most once in ten minutes. Never rejects. */
function createDraftSweeper(folders: readonly string[], failures: FailureLog): () => Promise<void> {
  let sweptAt = -Infinity;
  return async () => {
    if (performance.now() - sweptAt < ABANDONED_AFTER_MS) return;
    sweptAt = performance.now();
    try {
      await runEach(folders.map((folder) => () => sweepFolder(folder)));
      failures.recordSuccess(WORK);
    } catch (error) {
      failures.recordFailure(WORK, error);
    }
  };
}

async function sweepFolder(folder: string): Promise<void> {
  // The folder is created by the first upload.
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const drafts = names.filter((name) => name.startsWith('.'));
  await runEach(drafts.map((name) => () => removeAbandoned(join(folder, name))));
}

async function removeAbandoned(path: string): Promise<void> {
  const draft = await stat(path).catch(ignoreMissing);
  if (draft && Date.now() - draft.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
