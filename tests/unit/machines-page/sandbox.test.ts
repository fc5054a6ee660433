import { expect, test } from 'vitest';
import { composeMachine, type ComposeEvent } from '../../../client/src/machines/compose.machine.ts';
import { outboxMachine } from '../../../client/src/machines/outbox.machine.ts';
import { samplesOf } from '../../../client/src/machines/samples/index.ts';
import { openSampleFeed } from '../../../client/src/screens/machines/try/sample-feed.ts';
import { openSandbox, type Sandbox } from '../../../client/src/screens/machines/try/sandbox.ts';

const DAY_MS = 86_400_000;

const [compose, outbox] = [samplesOf('compose'), samplesOf('outbox')];

const statesOf = ({ record }: Sandbox) => {
  const [machine] = record.getSnapshot().actors.values();
  return machine?.kind === 'machine' ? machine.states.join() : undefined;
};
const say = (event: ComposeEvent) => event;

test('[MACHINES-30] a copy hears what the machine would, and its work ends as one decides', async () => {
  const copy = openSandbox(composeMachine, compose, null);
  expect(copy.heard()).toEqual(['OPEN', 'RESTORE']);
  copy.send(say({ type: 'OPEN' }));
  expect(copy.can(say({ type: 'SUBMIT' }))).toBe(false);
  copy.send(say({ type: 'TYPE', text: 'hello' }));
  copy.send(say({ type: 'SUBMIT' }));
  expect([statesOf(copy), copy.working()]).toEqual(['open.submitting', ['submit']]);
  await copy.end('submit', { error: new Error('refused') });
  expect([statesOf(copy), copy.working()]).toEqual(['open.failed', []]);
  copy.send(say({ type: 'SUBMIT' }));
  await copy.end('submit', { output: null });
  expect(statesOf(copy)).toBe('closed');
});

test('[MACHINES-31] its clock runs as far as one says, at once', async () => {
  const copy = openSandbox(outboxMachine, outbox, null);
  copy.pass(0);
  expect(statesOf(copy)).toBe('sending');
  await copy.end('attempt', { output: { kind: 'unknown' } });
  expect(statesOf(copy)).toBe('queued');
  copy.pass(249);
  expect(statesOf(copy)).toBe('queued');
  copy.pass(1);
  expect(statesOf(copy)).toBe('sending');
  const times = copy.record.getSnapshot().entries.map(({ at }) => at);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(250);
});

test('[MACHINES-32] a link may begin it in any state', () => {
  const copy = openSandbox(composeMachine, compose, 'open.failed');
  expect(statesOf(copy)).toBe('open.failed');
  copy.send(say({ type: 'CLOSE' }));
  expect(statesOf(copy)).toBe('closed');
});

test('[MACHINES-33] thirty days of a sample feed pass at once, and every crud leaves in its own time', () => {
  const feed = openSampleFeed();
  const alive = () => feed.lives().filter(({ state }) => state === 'alive').length;
  expect(alive()).toBe(7);
  const left: number[] = [];
  for (let day = 0; day < 31; day += 1) {
    feed.pass(DAY_MS);
    left.push(alive());
  }
  expect([left[0], left[1], left[2], left[6], left[28], left[29]]).toEqual([3, 3, 2, 1, 1, 0]);
  expect(new Set(feed.lives().map(({ state }) => state))).toEqual(new Set(['over']));
});
