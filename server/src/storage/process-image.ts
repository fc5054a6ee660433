import sharp from 'sharp';
import type { ImageProcessor } from '../domain/avatars/ports.ts';

const SIDE = 512;
/** About 40 megapixels: a large camera's picture passes, a decompression bomb does not. */
const PIXELS_MAX = 40_000_000;
const ACCEPTED_FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];

/** Processes pictures with libvips, in threads of its own. */
export function createImageProcessor(): ImageProcessor {
  sharp.concurrency(1);
  sharp.cache(false);
  const open = (source: Buffer | string) =>
    sharp(source, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 });
  const isAcceptable = async (source: Buffer | string) => {
    try {
      // The format is read from the bytes, not from the declared type.
      const { format, width, height } = await open(source).metadata();
      return ACCEPTED_FORMATS.includes(format) && width * height <= PIXELS_MAX;
    } catch {
      return false;
    }
  };
  return {
    isAcceptable,
    process: async (bytes) => {
      // Originals in a bucket were uploaded without a check.
      if (!(await isAcceptable(bytes))) return null;
      try {
        return await open(bytes)
          .rotate()
          .resize(SIDE, SIDE, { fit: 'cover', position: 'centre' })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 85 })
          .toBuffer();
      } catch {
        return null;
      }
    },
  };
}
