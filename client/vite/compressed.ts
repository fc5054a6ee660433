import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg|webmanifest)$/;

/** Writes a `.br` and a `.gz` beside every static text file, at the highest compression. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: ({ build }) => build !== undefined && !build.ssr,
    enforce: 'post',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
