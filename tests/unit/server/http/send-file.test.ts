import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { UseCases } from '../../../../server/src/domain/use-case.ts';
import { until } from '../../../support/until.ts';
import { createRecordingUseCases, sendRequest, startTestHttpApp } from './test-http-app.ts';

const PATH = '/api/users/me/export';
/** More than the buffers of a connection hold. */
const LARGE_PART = 'x'.repeat(1_000_000);

const startApp = (writeChunks: () => AsyncIterable<string>) =>
  startTestHttpApp({
    useCases: createRecordingUseCases([], {
      exportData: () => Promise.resolve({ fileName: 'mine.json', chunks: writeChunks() }),
    } satisfies Partial<UseCases>),
  });

test('[DATA-7] a file is sent in parts, as an attachment that is stored nowhere', async () => {
  await using app = await startApp(async function* () {
    await Promise.resolve();
    yield '{"a":1,';
    yield '"b":2}';
  });
  const answer = await sendRequest(app, PATH, { method: 'POST', token: 'good' });
  expect([answer.status, answer.json]).toEqual([200, { a: 1, b: 2 }]);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="mine.json"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-length')).toBeNull();
});

test.each([
  ['the disk is full', new Error('the disk is full')],
  ['generic_503', new Refusal('generic_503', 1)],
])(
  '[DATA-7] a failure after the start, %s, cuts the connection and is logged, so that no cut file looks complete',
  async (text, failure) => {
    await using app = await startApp(async function* () {
      yield '{"a":1,';
      await Promise.resolve();
      throw failure;
    });
    await expect(sendRequest(app, PATH, { method: 'POST', token: 'good' })).rejects.toThrow();
    await until(() => app.logLines.some((line) => line.includes('an answer broke off')), {
      what: 'it is logged',
    });
    expect(app.logLines.join()).toContain(text);
  },
);

test('[DATA-7] a slow client is waited for, and the reading ends when it leaves', async () => {
  let taken = 0;
  let hasEnded = false;
  await using app = await startApp(async function* () {
    try {
      for (;;) {
        await Promise.resolve();
        taken += 1;
        yield LARGE_PART;
      }
    } finally {
      hasEnded = true;
    }
  });
  const socket = connect(app.port, '127.0.0.1');
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer good\r\nContent-Length: 0\r\n\r\n`,
  );
  await once(socket, 'readable');
  // Nothing is read, so the parts of the kernel's buffers are the last ones.
  let before = -1;
  await until(() => before === (before = taken), { what: 'the reading pauses' });
  expect(taken).toBeLessThan(50);
  expect(hasEnded).toBe(false);
  socket.destroy();
  await until(() => hasEnded, { what: 'the reading ends' });
});
