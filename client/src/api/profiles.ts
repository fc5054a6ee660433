import type { AvatarExtension, UpdatedProfile } from '@cruddur/shared';
import type { Call } from './http-client.ts';

export interface ProfileChange {
  display_name: string;
  bio: string;
}

export async function updateProfile(
  call: Call,
  body: ProfileChange,
  operationId: string,
): Promise<UpdatedProfile> {
  return (await call('updateProfile', { body, operationId })).data;
}

/** An address to PUT a picture of this kind and size in bytes to, good for 300 s. */
export async function requestAvatarUploadUrl(
  call: Call,
  picture: { extension: AvatarExtension; size: number },
): Promise<string> {
  return (await call('requestAvatarUpload', { body: picture })).data.url;
}
