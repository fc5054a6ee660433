import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createImageProcessor } from '../../../../server/src/storage/process-image.ts';
import { createPicture } from './pictures.ts';

const images = createImageProcessor();

it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  '[AVATAR-1] a processed picture of a %s is a 512x512 JPEG',
  async (format) => {
    const bytes = await createPicture(format);
    expect(await images.isAcceptable(bytes)).toBe(true);
    const processed = await sharp((await images.process(bytes)) ?? Buffer.alloc(0)).metadata();
    expect(processed).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
  },
);

it('[AVATAR-1] a processed picture is upright and has no metadata of its place', async () => {
  const create = { width: 40, height: 20, channels: 3 as const, background: '#fff' };
  const half = await sharp({ create: { ...create, width: 20, background: '#000' } })
    .png()
    .toBuffer();
  const bytes = await sharp({ create })
    .composite([{ input: half, left: 0, top: 0 }])
    .withExif({ IFD0: { Orientation: '6', Artist: 'stranger' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const processed = (await images.process(bytes)) ?? Buffer.alloc(0);
  expect((await sharp(processed).metadata()).exif).toBeUndefined();
  const light = async (top: number) => {
    const pixel = await sharp(processed).extract({ left: 256, top, width: 1, height: 1 }).raw().toBuffer();
    return (pixel[0] ?? 0) > 128;
  };
  expect([await light(50), await light(460)]).toEqual([false, true]);
});

it('[AVATAR-2] bytes of no supported type, and a picture larger than a camera’s, are neither accepted nor processed', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';
  for (const text of ['', 'hello', svg]) {
    expect(await images.isAcceptable(Buffer.from(text))).toBe(false);
    expect(await images.process(Buffer.from(text))).toBeNull();
  }
  expect(await images.isAcceptable(await createPicture('png', 9000, 5000))).toBe(false);
  const whole = await createPicture('png', 400, 400);
  expect(await images.process(whole.subarray(0, 200))).toBeNull();
});
