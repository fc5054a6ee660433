import { SERVER_MACHINES, serverMachines } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMachine, initialTransition, transition, type StateValue } from 'xstate';
import { describeChart } from '../../../../client/devtools/charts/describe-chart.ts';
import { createMachineCounter } from '../../../../server/src/domain/machines/machine-counter.ts';

function pathIn(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${inner ? pathIn(inner) : ''}`)
    .join();
}

function createCounter(name: (typeof SERVER_MACHINES)[number]) {
  const unknown: string[] = [];
  const counter = createMachineCounter(name, (move) => unknown.push(move));
  const send = counter.startActor() as (event: string) => void;
  return { unknown, send, report: () => counter.report() };
}

describe.each(SERVER_MACHINES)('%s', (name) => {
  const machine = createMachine(serverMachines[name]);
  const chart = describeChart(machine);

  test('is a chart without changes, and counted by the names of the chart', () => {
    const { states, moves } = createCounter(name).report();
    const leaves = chart.states.filter(({ kind }) => kind === 'atomic' || kind === 'final');
    expect(new Set(Object.keys(states))).toEqual(new Set(leaves.map(({ path }) => path)));
    expect(new Set(Object.keys(moves))).toEqual(new Set(chart.transitions.map((one) => one.name)));
  });

  test('counts what XState would do, for any sequence of events', () => {
    const events = new Set(chart.transitions.map(({ event }) => event));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happening) => {
        const { send, report } = createCounter(name);
        let [snapshot] = initialTransition(machine);
        for (const type of happening) {
          send(type);
          [snapshot] = transition(machine, snapshot, { type });
          const full = Object.entries(report().states).filter(([, count]) => count > 0);
          expect(full).toEqual([[pathIn(snapshot.value), 1]]);
        }
      }),
    );
  });

  test('accepts its own events, and reports any other', () => {
    const { send, report, unknown } = createCounter(name);
    const before = report();
    send('explode');
    expect(unknown).toEqual([expect.stringMatching(new RegExp(`^${name}: .+: explode$`))]);
    expect(report()).toEqual(before);
  });
});
