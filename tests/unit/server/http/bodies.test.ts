import { expect, it } from 'vitest';
import { createRequestHead, openRawRequest } from '../../../support/raw-request.ts';
import { until } from '../../../support/until.ts';
import { startTestHttpApp } from './test-http-app.ts';

const POST = 'POST /api/session/end';
const json = { authorization: 'Bearer good', 'content-type': 'application/json' };
const hasAnswer = (text: string) => text.includes('\r\n\r\n');

it.each([
  ['a call that reads it', POST],
  ['a call that reads it in chunks', POST, { 'content-length': '', 'transfer-encoding': 'chunked' }],
  ['a call that refuses it', 'POST /api/trends'],
  ['an unknown address', 'POST /nowhere'],
  ['a page', 'GET /about'],
])('[DOOR-20] a body that arrives byte by byte is cut off: %s', async (_what, request, more?: object) => {
  await using app = await startTestHttpApp({}, { bodyMs: 50, lingerMs: 50 });
  using raw = openRawRequest(app.url);
  raw.write(createRequestHead(request, { ...json, 'content-length': 1000, ...more }));
  raw.write('1\r\n{\r\n');
  await raw.waitUntilClosed();
  expect(app.recordedCalls).toHaveLength(0);
});

it('[DOOR-20] a body that arrives byte by byte is awaited when it is a picture', async () => {
  await using app = await startTestHttpApp({}, { bodyMs: 1, isSlowUpload: () => true });
  using raw = openRawRequest(app.url);
  raw.write(createRequestHead(POST, { ...json, 'content-length': 2 }));
  raw.write('{');
  using other = openRawRequest(app.url);
  other.write(createRequestHead('GET /healthz', {}));
  await until(() => hasAnswer(other.receivedText()), { what: 'another request is answered' });
  raw.write('}');
  await until(() => raw.receivedText().startsWith('HTTP/1.1 200'), { what: 'the body is read' });
});

it('[DOOR-21] a body without a length is refused at the first byte over the limit, and the rest is not read', async () => {
  await using app = await startTestHttpApp({}, { lingerMs: 50 });
  using raw = openRawRequest(app.url);
  raw.write(createRequestHead(POST, { ...json, 'transfer-encoding': 'chunked' }));
  raw.write('40000000\r\n');
  raw.flood();
  await raw.waitUntilClosed();
  expect(raw.receivedText()).toMatch(/^HTTP\/1\.1 413 /);
  expect(raw.receivedText()).toMatch(/\r\nconnection: close\r\n/i);
  expect(raw.receivedText()).toContain('["generic_413"]');
  // The capacity of both systems' buffers, far less than what was in transit.
  expect(raw.bytesSent()).toBeLessThan(64 * 1024 * 1024);
});

const expecting = { ...json, expect: '100-continue' };

it('`100 Continue` is sent when the body is about to be read', async () => {
  await using app = await startTestHttpApp();
  using raw = openRawRequest(app.url);
  raw.write(createRequestHead(POST, { ...expecting, 'content-length': 2 }));
  await until(() => raw.receivedText() === 'HTTP/1.1 100 Continue\r\n\r\n', {
    what: '100 Continue is received',
  });
  raw.write('{}');
  await until(() => raw.receivedText().includes('HTTP/1.1 200 OK'), { what: 'the call is answered' });
});

it.each([
  ['too large', POST, { ...expecting, 'content-length': 20_000 }, 413],
  ['not signed in', POST, { ...expecting, authorization: 'Bearer bad', 'content-length': 2 }, 401],
  ['of another kind', POST, { ...expecting, 'content-type': 'text/plain', 'content-length': 2 }, 415],
  ['for no call', 'POST /api/nowhere', { ...expecting, 'content-length': 2 }, 404],
])('`100 Continue` is not sent for a body that is %s', async (_what, request, headers, status) => {
  await using app = await startTestHttpApp({}, { lingerMs: 50 });
  using raw = openRawRequest(app.url);
  raw.write(createRequestHead(request, headers));
  await raw.waitUntilClosed();
  expect(raw.receivedText()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(raw.receivedText()).not.toContain('100 Continue');
});
