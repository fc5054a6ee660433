import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { describeChart } from '../../../../client/devtools/charts/describe-chart.ts';
import { formatDuration } from '../../../../client/devtools/charts/format-duration.ts';
import { createInventory } from '../../../../client/devtools/charts/inventory.ts';
import { toMermaid } from '../../../../client/devtools/charts/mermaid.ts';
import { machineCatalogue } from '../../../../client/devtools/machine-catalogue.ts';
import { door } from './samples.ts';

test('a chart holds every state, parents first, with its kind, initial state, actors and entry actions', () => {
  expect(door.states.map(({ path, kind, initial }) => [path, kind, initial])).toEqual([
    ['', 'compound', 'standing'],
    ['standing', 'parallel', null],
    ['standing.wing', 'compound', 'standing.wing.closed'],
    ['standing.wing.closed', 'atomic', null],
    ['standing.wing.open', 'atomic', null],
    ['standing.wing.before', 'history', 'standing.wing.closed'],
    ['standing.bell', 'compound', 'standing.bell.quiet'],
    ['standing.bell.quiet', 'atomic', null],
    ['standing.bell.ringing', 'atomic', null],
    ['broken', 'final', null],
  ]);
  const stateAt = (path: string) => door.states.find((state) => state.path === path);
  expect(stateAt('standing.wing.closed')).toMatchObject({ parent: 'standing.wing', tags: ['tight'] });
  expect(stateAt('standing.bell.ringing')).toMatchObject({ invokes: ['answer'], entry: ['chime'] });
  // The library enters it with actions of its own, for its timers.
  expect(stateAt('standing.wing.open')).toMatchObject({ entry: [], exit: [] });
});

test('a chart holds kind, actions and constant delay of a transition, besides what its text shows', () => {
  const { transitions } = door;
  const kinds = transitions.map(({ kind, targets }) => `${kind} ${targets.length}`);
  expect(kinds).toEqual([
    ...['event 0', 'event 1', 'event 1', 'event 1', 'event 1', 'event 0'],
    ...['after 1', 'after 1', 'event 1', 'done 1', 'error 1'],
  ]);
  const [, , , push, , , mood, patience] = transitions;
  expect(push).toMatchObject({ guard: 'not isHeavy and isLate', actions: ['swing'] });
  expect([mood?.delayMs, patience?.delayMs, patience?.reenter]).toEqual([null, 1200, true]);
});

test('a chart refuses parts without a name', () => {
  const nameless = setup({}).createMachine({ entry: () => undefined });
  expect(() => describeChart(nameless)).toThrow('needs a name');
});

test.each(machineCatalogue)('the chart of $machine.id is complete', ({ machine }) => {
  const { states, transitions } = describeChart(machine);
  const inventory = createInventory(machine);
  expect(transitions.map(({ name }) => name)).toEqual(inventory.transitions);
  const paths = states.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(inventory.states));
  const named = transitions.flatMap(({ source, targets }) => [source, ...targets]);
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
});

test('the Mermaid text has regions, history, final states, actors, guards, delays and internal transitions', () => {
  expect(toMermaid(door)).toBe(`stateDiagram-v2
  state "any" as machine__any
  machine__any : POKE, stays
  state "standing" as standing {
    state "wing" as standing_wing {
      state "any" as standing_wing__any
      state "closed" as standing_wing_closed
      standing_wing_closed : PUSH, stays
      [*] --> standing_wing_closed
      state "open" as standing_wing_open
      state "H" as standing_wing_before
    }
    --
    state "bell" as standing_bell {
      state "quiet" as standing_bell_quiet
      [*] --> standing_bell_quiet
      state "ringing" as standing_bell_ringing
      standing_bell_ringing : invoke answer
    }
  }
  [*] --> standing
  state "broken" as broken
  broken --> [*]
  standing --> broken : BREAK [isHeavy or in broken]
  standing_wing__any --> standing_wing_before : LOCK
  standing_wing_closed --> standing_wing_open : PUSH [not isHeavy and isLate]
  standing_wing_closed --> standing_wing_open : PUSH [isOf Ines]
  standing_wing_open --> standing_wing_closed : after mood
  standing_wing_open --> standing_wing_open : after patience (1.2 s)
  standing_bell_quiet --> standing_bell_ringing : RING
  standing_bell_ringing --> standing_bell_quiet : done answer
  standing_bell_ringing --> broken : error answer
`);
});

test('a span is written in the largest unit that is exact', () => {
  const labels = [0, 300, 1000, 1200, 1250, 60_000, 90_000, 180_000, 5_400_000].map(formatDuration);
  expect(labels).toEqual(['0 ms', '300 ms', '1 s', '1.2 s', '1250 ms', '1 min', '1.5 min', '3 min', '1.5 h']);
});
