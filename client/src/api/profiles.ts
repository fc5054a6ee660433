import {
  AVATAR_EXTENSIONS,
  AVATAR_MAX_BYTES,
  type AvatarExtension,
  type UpdatedProfile,
} from '@cruddur/shared';
import { ApiError } from './api-error.ts';
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

/**
 * Requests a signed URL and PUTs the picture there; the processed picture appears some seconds later.
 * @param onProgress receives the share that was sent, 0 to 1
 * @throws {ApiError} `extension_invalid`, `generic_415`, `generic_413`, or the status of the avatar store
 */
export async function uploadAvatar(
  call: Call,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const extension = checkAvatar(file);
  const url = await requestAvatarUploadUrl(call, { extension, size: file.size });
  // The URL is signed for this content type, whatever type the browser gives the file.
  await putPicture(url, new Blob([file], { type: avatarContentType(extension) }), onProgress);
}

/** @throws {ApiError} for a picture that cannot be uploaded: `extension_invalid`, `generic_415` or `generic_413` */
export function checkAvatar(file: File): AvatarExtension {
  const extension = avatarExtension(file.name);
  if (!extension) throw new ApiError(422, ['extension_invalid']);
  if (file.size === 0) throw new ApiError(415, ['generic_415']);
  if (file.size > AVATAR_MAX_BYTES) throw new ApiError(413, ['generic_413']);
  return extension;
}

function avatarExtension(fileName: string): AvatarExtension | null {
  const ending = fileName.split('.').pop()?.toLowerCase();
  return AVATAR_EXTENSIONS.find((extension) => extension === ending) ?? null;
}

function avatarContentType(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

/** A URL to PUT a picture of this kind and size in bytes to, valid for 300 s. */
async function requestAvatarUploadUrl(
  call: Call,
  picture: { extension: AvatarExtension; size: number },
): Promise<string> {
  return (await call('requestAvatarUpload', { body: picture })).data.url;
}

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
function putPicture(url: string, picture: Blob, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', picture.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, ['generic_500']));
    request.onload = () => {
      if (request.status === 200) resolve();
      else reject(new ApiError(request.status, [`generic_${request.status}`]));
    };
    request.send(picture);
  });
}
