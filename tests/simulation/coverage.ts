import { createInventory } from '../../client/src/devtools/charts/inventory.ts';
import { connectionMachine } from '../../client/src/machines/connection.machine.ts';
import { outboxMachine } from '../../client/src/machines/outbox-item.machine.ts';
import { tabLeadershipMachine } from '../../client/src/machines/tab-leadership.machine.ts';
import { createServerMachineCounters } from '../../server/src/domain/machines/server-machine-counters.ts';

interface MachineCoverage {
  machine: string;
  states: string[];
  transitions: string[];
}

/** The store's own purge stands for this one. */
const LEFT_OUT: readonly string[] = ['purge'];

/** The states and transitions of the machines that schedules run, by the names that a schedule reports. */
function listMachines(): MachineCoverage[] {
  const ofClient = [connectionMachine, tabLeadershipMachine, outboxMachine].map((machine) => {
    const { states, transitions } = createInventory(machine);
    return { machine: machine.id, states, transitions };
  });
  const counters = createServerMachineCounters('none', { now: () => new Date(0) }, () => undefined);
  const ofServer = counters
    .report()
    .machines.filter(({ machine }) => !LEFT_OUT.includes(machine))
    .map(({ machine, moves }) => ({ machine, states: [], transitions: Object.keys(moves) }));
  return [...ofClient, ...ofServer];
}

/** @param reached the names of states and transitions that some schedule has reached */
export function describeCoverage(reached: ReadonlySet<string>): string[] {
  return listMachines().flatMap(({ machine, states, transitions }) => {
    const isMissing = (name: string) => !reached.has(`${machine}: ${name}`);
    const count = (names: readonly string[]) =>
      `${names.filter((name) => !isMissing(name)).length} of ${names.length}`;
    const ofStates = states.length > 0 ? `${count(states)} states, ` : '';
    const missing = [...states, ...transitions].filter(isMissing);
    return [
      `${machine}: ${ofStates}${count(transitions)} transitions`,
      ...(missing.length > 0 ? [`  not reached: ${missing.join(', ')}`] : []),
    ];
  });
}
