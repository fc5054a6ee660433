import { AVATAR_EXTENSIONS, AVATAR_MAX_BYTES, type AvatarExtension } from '@cruddur/shared';
import { ApiError } from './api-error.ts';
import type { Call } from './http-client.ts';
import { avatarUploadUrl } from './profiles.ts';

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
 * @throws {ApiError} `extension_invalid`, `generic_413`, or what the store answered
 */
export async function uploadAvatar(call: Call, file: File): Promise<void> {
  const extension = avatarExtension(file.name);
  if (!extension) throw new ApiError(422, ['extension_invalid']);
  if (file.size > AVATAR_MAX_BYTES) throw new ApiError(413, ['generic_413']);
  const url = await avatarUploadUrl(call, extension);
  const headers = { 'content-type': avatarContentType(extension) };
  const response = await fetch(url, { method: 'PUT', headers, body: file, credentials: 'omit' });
  if (response.status !== 200) throw new ApiError(response.status, [`generic_${response.status}`]);
}
