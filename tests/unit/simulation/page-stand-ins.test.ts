import * as node from 'node:crypto';
import { expect, test } from 'vitest';
import { PageBuffer } from '../../simulation/page/buffer.ts';
import * as page from '../../simulation/page/node/crypto.ts';

/** Texts around the lengths at which a block of the hash is full, with characters of several bytes. */
const TEXTS = [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000].map((length) =>
  'aé😀'.repeat(length).slice(0, length),
);

test('[SIM-20] hashes of a page equal those of Node', () => {
  for (const text of TEXTS) {
    expect(page.hash('sha256', text, 'hex')).toBe(node.hash('sha256', text, 'hex'));
    for (const key of TEXTS) {
      const mac = node.createHmac('sha256', key).update(text).digest('base64url');
      expect(page.createHmac('sha256', PageBuffer.from(key)).update(text).digest('base64url')).toBe(mac);
    }
  }
  expect(() => page.createHash('md5')).toThrow('the hash md5 is not part of the world');
});

test('[SIM-20] buffers of a page have the bytes of Node’s', () => {
  for (const text of TEXTS) {
    const [own, real] = [PageBuffer.from(text), Buffer.from(text)];
    expect([...own]).toEqual([...real]);
    expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
    for (const encoding of ['utf8', 'hex', 'base64url'] as const)
      expect(own.toString(encoding)).toBe(real.toString(encoding));
    expect(PageBuffer.from(real.toString('base64url'), 'base64url').toString()).toBe(real.toString());
    expect([...PageBuffer.concat([own, PageBuffer.from('é')])]).toEqual([
      ...Buffer.concat([real, Buffer.from('é')]),
    ]);
  }
  const write = (bytes: PageBuffer | Buffer) => {
    bytes.writeUInt8(0x81, 0);
    bytes.writeUInt16BE(0xabcd, 1);
    bytes.writeBigUInt64BE(0x0102030405060708n, 3);
    bytes.write('é', 11);
    return [[...bytes], bytes.readUInt32BE(2)];
  };
  expect(write(PageBuffer.allocUnsafe(13))).toEqual(write(Buffer.alloc(13)));
  expect(() => PageBuffer.from('a').toString('latin1')).toThrow(
    'the encoding latin1 is not part of the world',
  );
});
