import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCKET_PATH } from '@cruddur/shared';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

const LARGE = 300 * 1024 * 1024;
const REDIRECT = 'http://localhost:4567/';

describe('[DOOR-21] a body with a Content-Length over the limit', () => {
  let app: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await startTestApp({
      env: { COGNITO_REDIRECT_SIGN_IN: REDIRECT, COGNITO_REDIRECT_SIGN_OUT: REDIRECT },
    });
    ann = await app.signUp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each([
    ['POST /api/activities', 413],
    ['POST /api/nowhere', 404],
    ['POST /nowhere', 404],
    ['GET /api/activities/home', 200],
    ['POST /local/idp', 413],
    ['POST /local/idp/oauth2/token', 413],
    ['POST /local/clock', 413],
    ['POST /local/nowhere', 404],
    ['POST /signin', 303],
    ['PUT /avatars/uploads/a.png', 403],
    ['POST /avatars/nowhere', 404],
    ['POST /healthz', 405],
    [`POST ${SOCKET_PATH}/?EIO=4&transport=polling`, 400],
  ])(
    '%s is answered %i at once, and the connection is closed without reading the rest',
    async (request, status) => {
      using raw = openRawRequest(app.url);
      raw.write(
        createRequestHead(request, {
          authorization: `Bearer ${ann.accessToken}`,
          'content-type': request.includes('oauth2')
            ? 'application/x-www-form-urlencoded'
            : 'application/json',
          'content-length': LARGE,
        }),
      );
      raw.flood();
      await raw.waitUntilClosed();
      expect(raw.receivedText()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(raw.receivedText()).toMatch(/\r\nconnection: close\r\n/i);
      expect(raw.bytesSent()).toBeLessThan(LARGE / 4);
    },
  );

  it('is refused by the pool in the form that its clients parse', async () => {
    using raw = openRawRequest(app.url);
    raw.write(createRequestHead('POST /local/idp', { 'content-length': LARGE }));
    await raw.waitUntilClosed();
    expect(raw.receivedText()).toContain('"__type":"RequestEntityTooLargeException"');
  });
});
