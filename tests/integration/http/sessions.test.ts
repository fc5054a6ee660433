import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { callPool, signIn } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

describe('sessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const status = async (token: string) => (await createClient(app.url, token).call('homeFeed')).status;

  it('[SESSION-1] an ended session is refused and its sockets are closed; the user’s other sessions continue', async () => {
    const ann = await app.signUp();
    const phone = await signIn(app.url, ann);
    using socket = await connectSocket(app.url, { token: ann.accessToken });
    expect(await ann.callOk('endSession', { body: {} })).toEqual({ ended: true });
    expect(await socket.waitForEnd()).toBe('session_revoked');
    expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 200]);
  });

  it('[SESSION-2] `all` ends every session, and a new sign-in in the same second works', async () => {
    const ann = await app.signUp();
    const phone = await signIn(app.url, ann);
    await app.advance(2000);
    await ann.callOk('endSession', { body: { all: true } });
    const next = await signIn(app.url, ann);
    expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 401]);
    expect(await status(next.accessToken)).toBe(200);
  });

  it('[SESSION-3] the local pool’s GlobalSignOut ends sessions in the same way', async () => {
    const ann = await app.signUp();
    const phone = await signIn(app.url, ann);
    using socket = await connectSocket(app.url, { token: phone.accessToken });
    await callPool(app.url, 'GlobalSignOut', { AccessToken: ann.accessToken });
    expect(await socket.waitForEnd()).toBe('session_revoked');
    expect([await status(ann.accessToken), await status(phone.accessToken)]).toEqual([401, 401]);
    expect(await status((await signIn(app.url, ann)).accessToken)).toBe(200);
  });

  it('[SESSION-4] a call with an ID token, no token or an ended token is refused', async () => {
    await using brief = await startTestApp({ env: { LOCAL_POOL_ACCESS_SECONDS: '60' } });
    const ann = await brief.signUp();
    const opens = async (token: string) => (await createClient(brief.url, token).call('homeFeed')).status;
    expect(await opens(ann.accessToken)).toBe(200);
    expect([await opens(ann.idToken), await opens('not.a.token')]).toEqual([401, 401]);
    await brief.advance(66_000);
    expect(await opens(ann.accessToken)).toBe(401);
  });
});
