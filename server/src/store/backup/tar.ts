/** The part of the ustar format for backups: folders and regular files with short names. */

const BLOCK = 512;
/** The largest size of a file: eleven octal digits. */
const LARGEST = 8 ** 11 - 1;

export interface TarEntry {
  path: string;
  isFolder: boolean;
  size: number;
}

export function tarHeader({ path, isFolder, size }: TarEntry): Buffer {
  const name = isFolder ? `${path}/` : path;
  if (Buffer.byteLength(name) > 100 || size > LARGEST)
    throw new RangeError(`${path} is too long or too large for ustar`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(isFolder ? '0000700' : '0000600', 100);
  block.write('0000000', 108);
  block.write('0000000', 116);
  block.write(size.toString(8).padStart(11, '0'), 124);
  block.write('00000000000', 136);
  block.write(isFolder ? '5' : '0', 156);
  block.write('ustar\u000000', 257);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\u0000 `, 148);
  return block;
}

/** @returns undefined for the empty block at the end of an archive. @throws Error for a damaged header */
function parseTarHeader(block: Buffer): TarEntry | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const number = (start: number, end: number) => parseInt(block.toString('latin1', start, end), 8);
  if (number(148, 154) !== checksum(block)) throw new Error('a header is damaged');
  const name = block.toString('utf8', 0, 100).replace(/\0.*$/s, '');
  const isFolder = block.toString('latin1', 156, 157) === '5';
  return { path: isFolder ? name.replace(/\/$/, '') : name, isFolder, size: number(124, 135) };
}

/** The padding after `size` bytes of content. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEnd = Buffer.alloc(2 * BLOCK);

/** The sum of all bytes, with the checksum field as eight spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return sum;
}

/** Reads an archive's headers and contents from a stream. */
export class ByteReader {
  #rest: Buffer = Buffer.alloc(0);
  readonly #source: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async header(): Promise<TarEntry | undefined> {
    const parts: Buffer[] = [];
    for await (const part of this.content(BLOCK)) parts.push(part);
    return parseTarHeader(Buffer.concat(parts));
  }

  /** The next `size` bytes, in chunks of the stream. @throws Error when the stream ends earlier */
  async *content(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done) throw new Error('the archive is truncated');
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async skipPadding(size: number): Promise<void> {
    const padding = this.content(tarPadding(size).length);
    while (!(await padding.next()).done) continue;
  }
}
