import { AVATAR_URL_SECONDS } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { AvatarStorage } from '../ports.ts';
import type { UseCases } from '../use-case.ts';
import type { PendingUploads } from './ports.ts';

export interface RequestUploadPorts {
  uploads: Pick<PendingUploads, 'add' | 'findByPerson'>;
  storage: Pick<AvatarStorage, 'createUploadUrl'>;
  clock: Clock;
  newId: () => string;
}

/** Pending uploads per person; each may be 5 MB. */
const PENDING_MAX = 20;

/**
 * Creates a URL for one PUT of one type, and a pending upload for the picture.
 * @throws Refusal generic_429 for a person with too many pending uploads
 */
export function createRequestUpload(ports: RequestUploadPorts): UseCases['requestAvatarUpload'] {
  return async ({ viewer, body: { extension, size } }) => {
    if ((await ports.uploads.findByPerson(viewer.sub)).length >= PENDING_MAX)
      throw new Refusal('generic_429', AVATAR_URL_SECONDS);
    const key = `${ports.newId()}.${extension}`;
    const expiresAt = new Date(ports.clock.now().getTime() + AVATAR_URL_SECONDS * 1000);
    await ports.uploads.add({ key, sub: viewer.sub, extension, expiresAt });
    return { data: { url: await ports.storage.createUploadUrl(key, extension, size) } };
  };
}
