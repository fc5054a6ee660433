import sharp from 'sharp';
import type { ClaimedUpload, PendingUploads } from '../../../../server/src/domain/avatars/ports.ts';

/** A picture of one colour, in the format of a phone. */
export function createPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  width = 60,
  height = 40,
): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#c0392b' };
  return sharp({ create }).toFormat(format).toBuffer();
}

export interface InMemoryUploads extends PendingUploads {
  completed: string[];
  pending: Map<string, ClaimedUpload>;
  /** Erased users. */
  erased: Set<string>;
}

/** Pending uploads in memory, by the same rules as in the store. */
export function createInMemoryUploads(): InMemoryUploads {
  const pending = new Map<string, ClaimedUpload>();
  const nextChecks = new Map<string, number>();
  const completed: string[] = [];
  const erased = new Set<string>();
  return {
    pending,
    completed,
    erased,
    add: (upload) =>
      Promise.resolve(
        void pending.set(upload.key, {
          ...upload,
          ...{ owner: 'active', isRemoval: false, receivingUntil: null },
        }),
      ),
    find: (key) => Promise.resolve(pending.get(key) ?? null),
    findByPerson: (sub) => Promise.resolve([...pending.values()].filter((upload) => upload.sub === sub)),
    claimForPut: (key, now, until) => {
      const upload = pending.get(key);
      if (!upload || (upload.receivingUntil && upload.receivingUntil > now)) return Promise.resolve(null);
      pending.set(key, { ...upload, receivingUntil: until });
      return Promise.resolve(upload.sub);
    },
    releaseClaim: (key) => {
      const upload = pending.get(key);
      if (upload) pending.set(key, { ...upload, receivingUntil: null });
      return Promise.resolve();
    },
    claimDue: (now, nextCheckAt) => {
      const due = [...pending.values()].filter(({ key }) => (nextChecks.get(key) ?? 0) <= now.getTime());
      for (const { key } of due) nextChecks.set(key, nextCheckAt.getTime());
      return Promise.resolve(
        due.map((upload) => ({ ...upload, owner: erased.has(upload.sub) ? 'erased' : upload.owner })),
      );
    },
    complete: (key) => {
      if (erased.has(pending.get(key)?.sub ?? '')) return Promise.resolve(false);
      if (pending.delete(key)) completed.push(key);
      return Promise.resolve(true);
    },
    completeRemoval: ({ key }) => Promise.resolve(void pending.delete(key)),
    remove: (key) => Promise.resolve(void pending.delete(key)),
  };
}
