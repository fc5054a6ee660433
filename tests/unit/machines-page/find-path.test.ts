import { expect, test } from 'vitest';
import { createInventory, isLeaf, pathOf } from '../../../client/src/devtools/charts/inventory.ts';
import { findPath } from '../../../client/src/devtools/machines/try/find-path.ts';
import { createSandboxIn, type Sandbox } from '../../../client/src/devtools/machines/try/sandbox.ts';
import { composeMachine } from '../../../client/src/machines/compose.machine.ts';
import { confirmMachine } from '../../../client/src/machines/confirm.machine.ts';
import { machineCatalogue } from '../../../client/src/machines/machine-catalogue.ts';
import { outboxMachine } from '../../../client/src/machines/outbox-item.machine.ts';
import { signInMachine } from '../../../client/src/machines/sign-in.machine.ts';
import { getSamples } from '../../../client/src/machines/samples/get-samples.ts';
import { until } from '../../support/until.ts';

const activeStates = ({ state }: Sandbox) => state.getSnapshot()._nodes.filter(isLeaf).map(pathOf);

test.each(machineCatalogue)(
  '[MACHINES-50] a copy of $machine.id can be brought to each of its states',
  async ({ machine }) => {
    const { states } = createInventory(machine);
    expect(states.length).toBeGreaterThan(1);
    for (const path of states) {
      const copy = createSandboxIn(machine, getSamples(machine.id), path);
      await until(() => activeStates(copy).includes(path), { what: `the copy is in ${path}` });
    }
  },
);

test('[MACHINES-50] the way is the shortest one, by events, results and timers', () => {
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
});

test('[MACHINES-50] the search for a state that no sample leads to ends', () => {
  const samples = { ...getSamples('outbox'), outcomes: {} };
  expect(findPath(outboxMachine, samples, 'done')).toBeNull();
});
