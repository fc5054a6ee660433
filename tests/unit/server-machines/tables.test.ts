import { SERVER_MACHINES, serverMachines, type ServerEvent, type ServerMachineName } from '@cruddur/shared';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createMachine, initialTransition, transition, type StateValue } from 'xstate';
import { describeChart } from '../../../client/src/devtools/charts/describe-chart.ts';
import { createMachineCounter } from '../../../server/src/domain/machines/machine-counter.ts';
import { createStrictTallies } from './create-strict-tallies.ts';

function pathIn(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${inner ? pathIn(inner) : ''}`)
    .join();
}

describe.each(SERVER_MACHINES)('%s', (name) => {
  const machine = createMachine(serverMachines[name]);

  test('[MACHINES-20] is a chart without changes, and counted by the names of the chart', () => {
    const chart = describeChart(machine);
    const { states, moves } = createStrictTallies()[name].report();
    const isLeaf = ({ kind }: (typeof chart.states)[number]) => kind === 'atomic' || kind === 'final';
    expect(Object.keys(states).sort()).toEqual(
      chart.states
        .filter(isLeaf)
        .map(({ path }) => path)
        .sort(),
    );
    expect(Object.keys(moves).sort()).toEqual(chart.transitions.map((transition) => transition.name).sort());
  });

  test('[MACHINES-20] counts what XState would do, for any sequence of events', () => {
    const events = [...new Set(describeChart(machine).transitions.map(({ event }) => event))];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happening) => {
        const tally = createMachineCounter(name, () => undefined);
        const send = tally.startActor() as (event: string) => void;
        let [snapshot] = initialTransition(machine);
        for (const type of happening) {
          send(type);
          [snapshot] = transition(machine, snapshot, { type });
          const full = Object.entries(tally.report().states).filter(([, count]) => count > 0);
          expect(full).toEqual([[pathIn(snapshot.value), 1]]);
        }
      }),
    );
  });

  test('[MACHINES-20] accepts its own events, and reports any other', () => {
    const unknown: string[] = [];
    const tally = createMachineCounter(name, (move) => unknown.push(move));
    const send = tally.startActor() as (event: string) => void;
    const before = tally.report();
    send('explode');
    expect(unknown).toEqual([expect.stringMatching(new RegExp(`^${name}: .+: explode$`))]);
    expect(tally.report()).toEqual(before);
  });
});

test('[MACHINES-20] the names of events come from the tables', () => {
  expectTypeOf<ServerEvent<'purge'>>().toEqualTypeOf<'due' | 'more' | 'done' | 'failed'>();
  expectTypeOf<ServerMachineName>().toEqualTypeOf<'gatewaySession' | 'streamReader' | 'purge'>();
});
