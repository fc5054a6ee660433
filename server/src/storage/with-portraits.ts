import sharp from 'sharp';
import type { AvatarStorage } from '../domain/ports.ts';

/**
 * A storage that has certain originals without anybody's having put them there: they are drawn when they are asked for.
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
