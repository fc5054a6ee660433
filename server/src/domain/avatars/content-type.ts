import type { AvatarExtension } from '@cruddur/shared';

/** The content type that an upload address is made for. */
export function contentTypeOf(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}
