import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

/** The encodings of a page, best first. */
export const PAGE_ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type PageEncoding = (typeof PAGE_ENCODINGS)[number];

/** A page's text in the encodings of browsers. */
export interface PageBody {
  /** The memory that it takes at most, in bytes. */
  size: number;
  encode(encoding: PageEncoding): Promise<Buffer>;
}

/**
 * Brotli's quality: `best` takes some 100 ms and saves 5 % of a page, for those that are compressed once while the program runs;
 * what is between the two saves nothing.
 */
const BROTLI_QUALITY = { fast: 5, best: 11 };

/**
 * Compresses a page once, in zlib's threads. Only compressed forms are kept, so that more pages fit in memory: gzip is made at its
 * first request, and the plain text for each of the few clients that accept no compression.
 */
export async function createPageBody(html: string, quality: keyof typeof BROTLI_QUALITY): Promise<PageBody> {
  const text = Buffer.from(html);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const br = await promisify(brotliCompress)(text, { params });
  const decompress = () => promisify(brotliDecompress)(br);
  let gzipped: Promise<Buffer> | undefined;
  const forms: Record<PageEncoding, () => Promise<Buffer>> = {
    br: () => Promise.resolve(br),
    gzip: () => (gzipped ??= decompress().then((plain) => promisify(gzip)(plain))),
    identity: decompress,
  };
  return { size: 3 * br.length, encode: (encoding) => forms[encoding]() };
}
