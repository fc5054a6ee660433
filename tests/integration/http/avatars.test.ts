import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../support/sockets.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

describe('pictures', () => {
  let app: TestApp;
  let ann: TestPerson;
  let png: Buffer;
  beforeAll(async () => {
    const violet = { width: 40, height: 20, channels: 3, background: '#9500ff' } as const;
    png = await sharp({ create: violet }).png().toBuffer();
    app = await startTestApp();
    ann = await app.signUp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const put = async (url: string, bytes: Buffer, type = 'image/png') => {
    const answer = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': type },
    });
    return [answer.status, await answer.text()];
  };

  it('[AVATAR-3] an uploaded picture is there for everybody, and everybody hears of its version', async () => {
    using tab = await connect(app.url, { token: ann.accessToken });
    const { url } = await ann.ask('requestAvatarUpload', { body: { extension: 'png' } });
    expect((await put(url, png))[0]).toBe(200);
    const { data } = await tab.heard('profile.updated');
    expect(data).toMatchObject({ cognito_user_uuid: ann.sub, avatar_version: 1 });
    const picture = await fetch(`${app.url}/avatars/processed/${ann.sub}.jpg?v=1`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await ann.ask('createActivity', { body: { message: 'with a face' } });
    expect((await ann.ask('homeFeed'))[0]?.avatar_version).toBe(1);
  });

  it.each([undefined, '', 'exe', 'png/../x'])('[AVATAR-2] the extension %j is refused', async (extension) => {
    const answer = await ann.send('POST', '/avatars/key_upload', { body: { extension } });
    expect([answer.status, answer.body]).toEqual([422, ['extension_invalid']]);
  });

  it('[AVATAR-5] what is too large or no picture is refused, and the address fits one type', async () => {
    const { url } = await ann.ask('requestAvatarUpload', { body: { extension: 'png' } });
    const large = Buffer.alloc(AVATAR_MAX_BYTES + 1);
    expect(await put(url, large)).toEqual([413, JSON.stringify(['generic_413'])]);
    expect(await put(url, Buffer.from('no picture'))).toEqual([415, JSON.stringify(['generic_415'])]);
    expect(await put(url, png, 'image/gif')).toEqual([403, JSON.stringify(['generic_403'])]);
    expect(await put(url.replace(/signature=.{4}/, 'signature=AAAA'), png)).toEqual([403, '["generic_403"]']);
    await app.advance(301_000);
    expect((await put(url, png))[0]).toBe(403);
  });
});
