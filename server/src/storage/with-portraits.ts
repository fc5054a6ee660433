import sharp from 'sharp';
import type { AvatarStorage } from '../domain/ports.ts';

/**
 * A storage whose originals include drawings, rendered when they are read.
 * @param drawings SVG by key
 */
export function withPortraits<S extends AvatarStorage>(storage: S, drawings: ReadonlyMap<string, string>): S {
  return {
    ...storage,
    readOriginal: (key) => {
      const drawing = drawings.get(key);
      return drawing === undefined ? storage.readOriginal(key) : sharp(Buffer.from(drawing)).png().toBuffer();
    },
  };
}
