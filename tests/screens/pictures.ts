/**
 * `npm run pictures`: updates the pictures of `docs/pictures` from those of the same name that `npm run screenshots` has
 * taken. To add one, put an empty file of its name there, such as `home-dark-1440.webp`.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';

const FOLDER = 'docs/pictures';

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.webp'))) {
  const taken = join('.screenshots', `${basename(file, '.webp')}.png`);
  await sharp(taken).webp({ quality: 82, smartSubsample: true }).toFile(join(FOLDER, file));
}
