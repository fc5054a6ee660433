import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { describeChart } from '../../../client/src/devtools/charts/describe-chart.ts';
import { createInventory } from '../../../client/src/devtools/charts/inventory.ts';
import { machineCatalogue } from '../../../client/src/machines/machine-catalogue.ts';
import { door } from './samples.ts';

const stateAt = (path: string) => door.states.find((state) => state.path === path);
const transitionOf = (name: string) => door.transitions.find((transition) => transition.name === name);

describe('a chart', () => {
  test('[MACHINES-2] holds every state, parents first, with its kind and its initial state', () => {
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
    expect(stateAt('standing.wing.closed')).toMatchObject({ parent: 'standing.wing', tags: ['tight'] });
  });

  test('[MACHINES-2] holds invoked actors, entry and exit actions, and no timer of the library', () => {
    expect(stateAt('standing.bell.ringing')).toMatchObject({ invokes: ['answer'], entry: ['chime'] });
    expect(stateAt('standing.wing.open')).toMatchObject({ entry: [], exit: [] });
  });

  test('[MACHINES-2] holds event, guard and target of every transition', () => {
    expect(
      door.transitions.map(({ name, kind, targets, guard }) => [name, kind, targets.join(), guard]),
    ).toEqual([
      ['(root): POKE', 'event', '', null],
      ['standing: BREAK [isHeavy or in broken]', 'event', 'broken', 'isHeavy or in broken'],
      ['standing.wing: LOCK', 'event', 'standing.wing.before', null],
      [
        'standing.wing.closed: PUSH [not isHeavy and isLate]',
        'event',
        'standing.wing.open',
        'not isHeavy and isLate',
      ],
      ['standing.wing.closed: PUSH [isOf Ines]', 'event', 'standing.wing.open', 'isOf Ines'],
      ['standing.wing.closed: PUSH', 'event', '', null],
      ['standing.wing.open: after mood', 'after', 'standing.wing.closed', null],
      ['standing.wing.open: after patience', 'after', 'standing.wing.open', null],
      ['standing.bell.quiet: RING', 'event', 'standing.bell.ringing', null],
      ['standing.bell.ringing: done answer', 'done', 'standing.bell.quiet', null],
      ['standing.bell.ringing: error answer', 'error', 'broken', null],
    ]);
    expect(transitionOf('standing.wing.closed: PUSH [not isHeavy and isLate]')?.actions).toEqual(['swing']);
  });

  test('[MACHINES-2] holds the length of a delay that is constant', () => {
    expect(transitionOf('standing.wing.open: after patience')).toMatchObject({
      delayMs: 1200,
      reenter: true,
    });
    expect(transitionOf('standing.wing.open: after mood')?.delayMs).toBeNull();
  });

  test('[MACHINES-2] refuses parts without a name', () => {
    const nameless = setup({}).createMachine({ entry: () => undefined });
    expect(() => describeChart(nameless)).toThrow('needs a name');
  });

  test.each(machineCatalogue.map(({ machine }) => machine))('[MACHINES-2] of $id is complete', (machine) => {
    const { states, transitions } = describeChart(machine);
    const inventory = createInventory(machine);
    expect(transitions.map(({ name }) => name)).toEqual(inventory.transitions);
    expect(states.map(({ path }) => path)).toEqual(expect.arrayContaining(inventory.states));
    const paths = new Set(states.map(({ path }) => path));
    const named = transitions.flatMap(({ source, targets }) => [source, ...targets]);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
  });
});
