const toText = (bytes: Uint8Array, encoding: string): string => {
  switch (encoding) {
    case 'utf8':
      return new TextDecoder().decode(bytes);
    case 'hex':
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'base64url':
      return btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    default:
      throw new Error(`the encoding ${encoding} is not part of the world`);
  }
};

function toBytes(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf8') return new TextEncoder().encode(text);
  if (encoding !== 'base64url') throw new Error(`the encoding ${encoding} is not part of the world`);
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** As much of Node's `Buffer` as the code under test uses; anything else is missing, and fails. */
export class PageBuffer extends Uint8Array {
  static override from(value: unknown, encoding?: unknown): PageBuffer {
    const name = typeof encoding === 'string' ? encoding : 'utf8';
    return new PageBuffer(typeof value === 'string' ? toBytes(value, name) : (value as Uint8Array));
  }

  static byteLength(text: string): number {
    return toBytes(text, 'utf8').length;
  }

  static allocUnsafe(length: number): PageBuffer {
    return new PageBuffer(length);
  }

  static concat(parts: readonly Uint8Array[]): PageBuffer {
    const joined = new PageBuffer(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  override toString(encoding = 'utf8'): string {
    return toText(this, encoding);
  }

  write(text: string, at: number): void {
    this.set(toBytes(text, 'utf8'), at);
  }

  readUInt32BE(at: number): number {
    return this.view().getUint32(at);
  }

  writeUInt8(value: number, at: number): void {
    this[at] = value;
  }

  writeUInt16BE(value: number, at: number): void {
    this.view().setUint16(at, value);
  }

  writeBigUInt64BE(value: bigint, at: number): void {
    this.view().setBigUint64(at, value);
  }

  private view(): DataView {
    return new DataView(this.buffer, this.byteOffset, this.byteLength);
  }
}
