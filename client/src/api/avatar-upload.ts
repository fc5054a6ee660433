import { AVATAR_EXTENSIONS, AVATAR_MAX_BYTES, type AvatarExtension } from '@cruddur/shared';
import { ApiError } from './api-error.ts';
import type { Call } from './http-client.ts';
import { requestAvatarUploadUrl } from './profiles.ts';

/** The extension of a picture, or null when it is none of the five kinds. */
export function avatarExtension(fileName: string): AvatarExtension | null {
  const ending = fileName.split('.').pop()?.toLowerCase();
  return AVATAR_EXTENSIONS.find((extension) => extension === ending) ?? null;
}

/** The content type that the signed address was made for. */
export function avatarContentType(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

/**
 * Asks for an address and puts the picture there; the processed one appears some seconds later.
 * @param onProgress hears the share that is through, 0 to 1
 * @throws {ApiError} `extension_invalid`, `generic_413`, or what the store answered
 */
export async function uploadAvatar(
  call: Call,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const extension = avatarExtension(file.name);
  if (!extension) throw new ApiError(422, ['extension_invalid']);
  if (file.size === 0) throw new ApiError(415, ['generic_415']);
  if (file.size > AVATAR_MAX_BYTES) throw new ApiError(413, ['generic_413']);
  const url = await requestAvatarUploadUrl(call, { extension, size: file.size });
  // The renamed file keeps its bytes; only the type that travels is the one that was signed.
  await putPicture(url, new Blob([file], { type: avatarContentType(extension) }), onProgress);
}

/** `fetch` cannot tell how much of a body is through. */
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
