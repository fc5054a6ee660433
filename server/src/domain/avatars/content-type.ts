import type { AvatarExtension } from '@cruddur/shared';

/** The content type that an upload URL accepts. */
export function contentTypeOf(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}
