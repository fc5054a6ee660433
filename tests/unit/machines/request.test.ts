import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { requestMachine } from '../../../client/src/machines/request.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

const ANSWERED = new ApiError(404, ['generic_404']);
const UNAVAILABLE = new ApiError(503, ['generic_503']);

function start() {
  const accept = createManualActor<unknown, unknown>();
  const remove = createManualActor<unknown, unknown>();
  const actors = { accept: accept.logic, remove: remove.logic };
  const actor = createActor(requestMachine.provide({ actors })).start();
  const confirm = () => {
    actor.send({ type: 'DELETE' });
    actor.send({ type: 'CONFIRM' });
  };
  return { actor, accept, remove, confirm };
}

test('[REQUEST-18] a request is accepted at once, and deleted after a confirmation', async () => {
  const { actor, accept } = start();
  actor.send({ type: 'ACCEPT' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  accept.succeed(null);
  await waitForTag(actor, 'accepted');

  const other = start();
  other.actor.send({ type: 'DELETE' });
  other.actor.send({ type: 'KEEP' });
  expect(other.remove.calls).toHaveLength(0);
  other.confirm();
  expect(other.remove.calls).toHaveLength(1);
  other.remove.succeed(null);
  await waitForTag(other.actor, 'deleted');
});

test('[REQUEST-21] the answer of another tab or device counts', async () => {
  const accepting = start();
  accepting.actor.send({ type: 'ACCEPT' });
  accepting.accept.failWith(ANSWERED);
  await waitForTag(accepting.actor, 'deleted');
  const deleting = start();
  deleting.confirm();
  deleting.remove.failWith(ANSWERED);
  await waitForTag(deleting.actor, 'accepted');
});

test('[REQUEST-21] a failure is shown where the answer was given, which can be repeated', async () => {
  const { actor, accept, remove, confirm } = start();
  actor.send({ type: 'ACCEPT' });
  accept.failWith(UNAVAILABLE);
  await expect.poll(() => actor.getSnapshot().context.error).toBe(UNAVAILABLE.message);
  expect(actor.getSnapshot().matches('waiting')).toBe(true);
  confirm();
  expect(actor.getSnapshot().context.error).toBe('');
  remove.failWith(UNAVAILABLE);
  await expect.poll(() => actor.getSnapshot().context.error).toBe(UNAVAILABLE.message);
  expect(actor.getSnapshot().matches('asking')).toBe(true);
  actor.send({ type: 'CONFIRM' });
  expect(remove.calls).toHaveLength(2);
});
