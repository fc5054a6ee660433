import { expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { requestMachine } from '../../../client/src/machines/request.machine.ts';
import { startMachine } from './start-machine.ts';

const ANSWERED = new ApiError(404, ['generic_404']);
const UNAVAILABLE = new ApiError(503, ['generic_503']);

function start() {
  const parts = startMachine(requestMachine, ['accept', 'remove']);
  const confirm = () => {
    parts.send({ type: 'DELETE' });
    parts.send({ type: 'CONFIRM' });
  };
  return { ...parts, confirm };
}

test('[REQUEST-18] a request is accepted at once, and deleted after a confirmation', async () => {
  const accepting = start();
  accepting.send({ type: 'ACCEPT' });
  expect(accepting.has('busy')).toBe(true);
  accepting.accept.succeed();
  await accepting.reaches('accepted');

  const { send, remove, confirm, reaches } = start();
  send({ type: 'DELETE' });
  send({ type: 'KEEP' });
  expect(remove.calls).toHaveLength(0);
  confirm();
  expect(remove.calls).toHaveLength(1);
  remove.succeed();
  await reaches('deleted');
});

test('[REQUEST-21] the answer of another tab or device counts', async () => {
  const accepting = start();
  accepting.send({ type: 'ACCEPT' });
  accepting.accept.failWith(ANSWERED);
  await accepting.reaches('deleted');
  const deleting = start();
  deleting.confirm();
  deleting.remove.failWith(ANSWERED);
  await deleting.reaches('accepted');
});

test('[REQUEST-21] a failure is shown where the answer was given, which can be repeated', async () => {
  const { send, accept, remove, confirm, context, value } = start();
  const error = () => context().error;
  send({ type: 'ACCEPT' });
  accept.failWith(UNAVAILABLE);
  await expect.poll(error).toBe(UNAVAILABLE.message);
  expect(value()).toBe('waiting');
  confirm();
  expect(error()).toBe('');
  remove.failWith(UNAVAILABLE);
  await expect.poll(error).toBe(UNAVAILABLE.message);
  expect(value()).toBe('asking');
  send({ type: 'CONFIRM' });
  expect(remove.calls).toHaveLength(2);
});
