import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PendingUpload, PendingUploads } from '../../../server/src/domain/avatars/ports.ts';

/** A picture of one colour, as a phone would send it. */
export function picture(format: 'jpeg' | 'png' | 'webp' | 'gif', width = 60, height = 40): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#c0392b' };
  return sharp({ create }).toFormat(format).toBuffer();
}

/** A folder of one test. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), `cruddur-${randomUUID()}`));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export interface RememberedUploads extends PendingUploads {
  completed: string[];
  pending: Map<string, PendingUpload>;
  /** People who are erased by now. */
  erased: Set<string>;
}

/** Pending uploads in memory, by the same rules as in the store. */
export function rememberUploads(): RememberedUploads {
  const pending = new Map<string, PendingUpload>();
  const nextLooks = new Map<string, number>();
  const completed: string[] = [];
  const erased = new Set<string>();
  return {
    ...{ pending, completed, erased },
    add: (upload) => Promise.resolve(void pending.set(upload.key, upload)),
    find: (key) => Promise.resolve(pending.get(key) ?? null),
    of: (sub) => Promise.resolve([...pending.values()].filter((upload) => upload.sub === sub)),
    claim: (now, nextLook) => {
      const due = [...pending.values()].filter(({ key }) => (nextLooks.get(key) ?? 0) <= now.getTime());
      for (const { key } of due) nextLooks.set(key, nextLook.getTime());
      return Promise.resolve(due.map((upload) => ({ ...upload, isErased: erased.has(upload.sub) })));
    },
    complete: (key) => {
      if (erased.has(pending.get(key)?.sub ?? '')) return Promise.resolve(false);
      if (pending.delete(key)) completed.push(key);
      return Promise.resolve(true);
    },
    drop: (key) => Promise.resolve(void pending.delete(key)),
  };
}
