import { expect, test } from 'vitest';
import { createInventory, isLeaf, pathOf } from '../../../../client/devtools/charts/inventory.ts';
import { findPath } from '../../../../client/devtools/page/try/find-path.ts';
import { createSampleFeed } from '../../../../client/devtools/page/try/sample-feed.ts';
import {
  createSandbox,
  createSandboxIn,
  type Sandbox,
} from '../../../../client/devtools/page/try/sandbox.ts';
import { expiryMachine } from '../../../../client/src/cruds/expiry.machine.ts';
import { composeMachine, type ComposeEvent } from '../../../../client/src/cruds/compose.machine.ts';
import { confirmMachine } from '../../../../client/src/account/sign-in/confirm.machine.ts';
import { machineCatalogue } from '../../../../client/devtools/machine-catalogue.ts';
import { outboxMachine } from '../../../../client/src/sync/outbox/outbox-item.machine.ts';
import { signInMachine } from '../../../../client/src/account/sign-in/sign-in.machine.ts';
import { getSamples } from '../../../../client/devtools/samples/get-samples.ts';
import { until } from '../../../support/until.ts';

const DAY_MS = 86_400_000;

const [compose, outbox] = [getSamples('compose'), getSamples('outbox')];

const statesOf = ({ record }: Sandbox) => {
  const [machine] = record.getSnapshot().actors.values();
  return machine?.kind === 'machine' ? machine.states.join() : undefined;
};
const typed = (event: ComposeEvent) => event;

test('a copy accepts its machine’s events, and its work ends with the chosen result', async () => {
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

test('its clock advances by the chosen time at once', async () => {
  const copy = createSandbox(outboxMachine, outbox);
  copy.advanceClock(0);
  expect(statesOf(copy)).toBe('sending');
  await copy.finishActor('attempt', { output: { kind: 'unknown' } });
  copy.advanceClock(249);
  expect(statesOf(copy)).toBe('queued');
  copy.advanceClock(1);
  expect(statesOf(copy)).toBe('sending');
  const times = copy.record.getSnapshot().entries.map(({ at }) => at);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(250);
});

test('timers that are due while its clock advances fire at their own times', () => {
  const { input } = getSamples('expiry');
  const copy = createSandbox(expiryMachine, { input });
  const [start] = copy.record.getSnapshot().entries.map(({ at }) => at);
  copy.advanceClock(2 * DAY_MS);
  const { entries } = copy.record.getSnapshot();
  const ends = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.at - (start ?? NaN)] : []));
  expect(ends.length).toBeGreaterThan(1);
  expect(ends.every((at) => at < DAY_MS)).toBe(true);
  expect(copy.time.getSnapshot()).toBe((start ?? NaN) + 2 * DAY_MS);
});

test('a link can start it in any state, with the context of that state', async () => {
  const copy = createSandboxIn(composeMachine, compose, 'open.failed');
  await until(() => statesOf(copy) === 'open.failed', { what: 'the copy is in the state' });
  expect(copy.state.getSnapshot().context).toMatchObject({ codes: ['message_exceed_max_chars_1024'] });
  copy.send(typed({ type: 'CLOSE' }));
  expect(statesOf(copy)).toBe('closed');
});

test('thirty days of a sample feed pass at once, and every crud leaves at its own time', () => {
  const feed = createSampleFeed();
  const alive = () => feed.listCruds().filter(({ state }) => state === 'alive').length;
  expect(alive()).toBe(7);
  const left = Array.from({ length: 31 }, () => {
    feed.advanceClock(DAY_MS);
    return alive();
  });
  expect([left[0], left[1], left[2], left[6], left[28], left[29]]).toEqual([3, 3, 2, 1, 1, 0]);
  expect(new Set(feed.listCruds().map(({ state }) => state))).toEqual(new Set(['over']));
});

const activeStates = ({ state }: Sandbox) => state.getSnapshot()._nodes.filter(isLeaf).map(pathOf);

test.each(machineCatalogue)(
  'a copy of $machine.id can be brought to each of its states',
  async ({ machine }) => {
    const { states } = createInventory(machine);
    expect(states.length).toBeGreaterThan(1);
    for (const path of states) {
      const copy = createSandboxIn(machine, getSamples(machine.id), path);
      await until(() => activeStates(copy).includes(path), { what: `the copy is in ${path}` });
    }
  },
);

test('the way is the shortest one, by events, results and timers; its search ends if there is none', () => {
  const kindsOf = (machine: Parameters<typeof findPath>[0], path: string) =>
    findPath(machine, getSamples(machine.id), path)?.steps.map((step) =>
      step.kind === 'send' ? step.event.type : step.kind === 'finish' ? step.actor : step.ms,
    );
  expect(kindsOf(composeMachine, 'closed')).toEqual([]);
  expect(kindsOf(composeMachine, 'open.submitting')).toEqual(['OPEN', 'TYPE', 'SUBMIT']);
  expect(kindsOf(signInMachine, 'done')).toEqual(['SUBMIT', 'signIn', 'openSession']);
  expect(kindsOf(confirmMachine, 'resend.idle.resendable')).toEqual(['RESEND', 'resend', 60_000]);
  // A composite state is reached with the first of its states.
  expect(kindsOf(confirmMachine, 'email.confirmed')).toEqual(['CONFIRM', 'confirm']);
  expect(findPath(outboxMachine, { ...outbox, outcomes: {} }, 'done')).toBeNull();
});
