import { expect, test } from 'vitest';
import { composeMachine, type ComposeEvent } from '../../../client/src/machines/compose.machine.ts';
import { outboxMachine } from '../../../client/src/machines/outbox-item.machine.ts';
import { getSamples } from '../../../client/src/machines/samples/get-samples.ts';
import { until } from '../../support/until.ts';
import { createSampleFeed } from '../../../client/src/devtools/machines/try/sample-feed.ts';
import {
  createSandbox,
  createSandboxIn,
  type Sandbox,
} from '../../../client/src/devtools/machines/try/sandbox.ts';

const DAY_MS = 86_400_000;

const [compose, outbox] = [getSamples('compose'), getSamples('outbox')];

const statesOf = ({ record }: Sandbox) => {
  const [machine] = record.getSnapshot().actors.values();
  return machine?.kind === 'machine' ? machine.states.join() : undefined;
};
const typed = (event: ComposeEvent) => event;

test('[MACHINES-30] a copy accepts its machine’s events, and its work ends with the chosen result', async () => {
  const copy = createSandbox(composeMachine, compose);
  expect(copy.listAcceptedEvents()).toEqual(['OPEN', 'RESTORE']);
  copy.send(typed({ type: 'OPEN' }));
  expect(copy.canHandle(typed({ type: 'SUBMIT' }))).toBe(false);
  copy.send(typed({ type: 'TYPE', text: 'hello' }));
  copy.send(typed({ type: 'SUBMIT' }));
  expect([statesOf(copy), copy.listInvokedActors()]).toEqual(['open.submitting', ['submit']]);
  await copy.finishActor('submit', { error: new Error('refused') });
  expect([statesOf(copy), copy.listInvokedActors()]).toEqual(['open.failed', []]);
  copy.send(typed({ type: 'SUBMIT' }));
  await copy.finishActor('submit', { output: null });
  expect(statesOf(copy)).toBe('closed');
});

test('[MACHINES-31] its clock advances by the chosen time at once', async () => {
  const copy = createSandbox(outboxMachine, outbox);
  copy.advanceClock(0);
  expect(statesOf(copy)).toBe('sending');
  await copy.finishActor('attempt', { output: { kind: 'unknown' } });
  expect(statesOf(copy)).toBe('queued');
  copy.advanceClock(249);
  expect(statesOf(copy)).toBe('queued');
  copy.advanceClock(1);
  expect(statesOf(copy)).toBe('sending');
  const times = copy.record.getSnapshot().entries.map(({ at }) => at);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(250);
});

test('[MACHINES-32] a link can start it in any state, with the context of that state', async () => {
  const copy = createSandboxIn(composeMachine, compose, 'open.failed');
  await until(() => statesOf(copy) === 'open.failed', { what: 'the copy is in the state' });
  expect(copy.state.getSnapshot().context).toMatchObject({ codes: ['message_exceed_max_chars_1024'] });
  copy.send(typed({ type: 'CLOSE' }));
  expect(statesOf(copy)).toBe('closed');
});

test('[MACHINES-33] thirty days of a sample feed pass at once, and every crud leaves at its own time', () => {
  const feed = createSampleFeed();
  const alive = () => feed.listCruds().filter(({ state }) => state === 'alive').length;
  expect(alive()).toBe(7);
  const left: number[] = [];
  for (let day = 0; day < 31; day += 1) {
    feed.advanceClock(DAY_MS);
    left.push(alive());
  }
  expect([left[0], left[1], left[2], left[6], left[28], left[29]]).toEqual([3, 3, 2, 1, 1, 0]);
  expect(new Set(feed.listCruds().map(({ state }) => state))).toEqual(new Set(['over']));
});
