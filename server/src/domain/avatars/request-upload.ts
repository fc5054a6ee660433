import { AVATAR_URL_SECONDS } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import type { AvatarStorage } from '../ports.ts';
import type { UseCases } from '../use-case.ts';
import type { PendingUploads } from './ports.ts';

export interface RequestUploadPorts {
  uploads: Pick<PendingUploads, 'add'>;
  storage: Pick<AvatarStorage, 'uploadUrl'>;
  clock: Clock;
  newId: () => string;
}

/** Hands out an address for one PUT of one type, and remembers to look for the picture. */
export function createRequestUpload(ports: RequestUploadPorts): UseCases['requestAvatarUpload'] {
  return async ({ viewer, body: { extension } }) => {
    const key = `${ports.newId()}.${extension}`;
    const expiresAt = new Date(ports.clock.now().getTime() + AVATAR_URL_SECONDS * 1000);
    await ports.uploads.add({ key, sub: viewer.sub, extension, expiresAt });
    return { data: { url: await ports.storage.uploadUrl(key, extension) } };
  };
}
