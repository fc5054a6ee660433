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

/** An address to PUT a picture of this kind to, good for 300 s. */
export async function avatarUploadUrl(call: Call, extension: AvatarExtension): Promise<string> {
  return (await call('requestAvatarUpload', { body: { extension } })).data.url;
}
