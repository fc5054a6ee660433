import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { until } from '../../support/until.ts';
import { connectSocket } from '../../support/sockets.ts';
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

  it('[AVATAR-3] an uploaded picture is available to all users, and every socket receives its version', async () => {
    using tab = await connectSocket(app.url, { token: ann.accessToken });
    const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    expect((await put(url, png))[0]).toBe(200);
    const { data } = await tab.waitForEvent('profile.updated');
    expect(data).toMatchObject({ cognito_user_uuid: ann.sub, avatar_version: 1 });
    const picture = await fetch(`${app.url}/avatars/processed/${ann.sub}.jpg?v=1`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await ann.callOk('createActivity', { body: { message: 'with a face' } });
    expect((await ann.callOk('homeFeed'))[0]?.avatar_version).toBe(1);
  });

  it('[AVATAR-9] an upload address accepts one upload, whichever gateway receives it', async () => {
    await using other = await startTestApp({ sharedStoreApp: app });
    const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    const { pathname, search } = new URL(url);
    const head = createRequestHead(`PUT ${pathname}${search}`, {
      'content-type': 'image/png',
      'content-length': png.length,
    });
    using first = openRawRequest(app.url);
    first.write(head);
    const key = pathname.split('/').at(-1) ?? '';
    const rows = app.store.db.selectFrom('avatar_uploads').select('receiving_until').where('key', '=', key);
    await until(async () => (await rows.executeTakeFirst())?.receiving_until, {
      what: 'the upload has begun',
    });
    expect((await put(`${other.url}${pathname}${search}`, png))[0]).toBe(403);
    first[Symbol.dispose]();
    await until(async () => (await put(`${other.url}${pathname}${search}`, png))[0] === 200, {
      what: 'the address can be used again',
    });
  });

  it.each([undefined, '', 'exe', 'png/../x'])('[AVATAR-2] the extension %j is refused', async (extension) => {
    const answer = await ann.send('POST', '/avatars/key_upload', { body: { extension } });
    expect([answer.status, answer.body]).toEqual([422, ['extension_invalid']]);
  });

  it('[AVATAR-5] an upload that is too large or no picture is refused, and an address fits one type', async () => {
    const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    const large = Buffer.alloc(AVATAR_MAX_BYTES + 1);
    expect(await put(url, large)).toEqual([413, JSON.stringify(['generic_413'])]);
    expect(await put(url, Buffer.from('no picture'))).toEqual([415, JSON.stringify(['generic_415'])]);
    expect(await put(url, png, 'image/gif')).toEqual([403, JSON.stringify(['generic_403'])]);
    expect(await put(url.replace(/signature=.{4}/, 'signature=AAAA'), png)).toEqual([403, '["generic_403"]']);
    await app.advance(301_000);
    expect((await put(url, png))[0]).toBe(403);
  });
});
