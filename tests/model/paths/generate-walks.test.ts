import { describe, expect, test } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { generateWalks } from './generate-walks.ts';
import { computeCoverage, findCoverageFaults, REMEDY } from './coverage.ts';
import { createInventory } from '../../../client/src/devtools/charts/inventory.ts';
import { describeStep, type Model } from './model.ts';

/** A lamp that warms up, may burst, and goes out by itself. */
const machine = setup({
  types: { events: {} as { type: 'PRESS'; hard: boolean } | { type: 'CLEAN' } },
  actors: { warm: fromPromise(() => Promise.resolve(null)) },
  guards: { isHard: ({ event }) => event.type === 'PRESS' && event.hard },
  delays: { evening: 1000, blink: 300 },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { PRESS: [{ guard: 'isHard', target: 'broken' }, { target: 'warming' }] } },
    warming: { invoke: { src: 'warm', onDone: 'on', onError: 'broken' } },
    on: {
      after: { evening: 'off' },
      initial: 'bright',
      states: { bright: { after: { blink: 'dim' } }, dim: { after: { blink: 'bright' } } },
    },
    broken: { type: 'final' },
  },
});

const model: Model = {
  machine,
  initialEnvironment: 'dusty',
  userActions: {
    press: { event: { type: 'PRESS', hard: false }, given: ['clean'] },
    hit: { event: { type: 'PRESS', hard: true } },
    clean: { event: { type: 'CLEAN' }, given: ['dusty'], leaves: 'clean' },
  },
  actorOutcomes: { warm: { shines: { output: null }, bursts: { error: new Error('burst') } } },
};

const describeWalks = (walks: ReturnType<typeof generateWalks>) =>
  walks.map((walk) => walk.map(({ step }) => describeStep(step)).join(', '));

describe('walks through a machine', () => {
  test('[MODEL-1] every state and every branch has a name', () => {
    const { states, transitions } = createInventory(machine);
    expect(states).toEqual(['off', 'warming', 'on.bright', 'on.dim', 'broken']);
    expect(transitions).toEqual([
      ...['off: PRESS [isHard]', 'off: PRESS', 'warming: done warm', 'warming: error warm'],
      ...['on: after evening', 'on.bright: after blink', 'on.dim: after blink'],
    ]);
  });

  test('[MODEL-1] walks take every transition that can occur, in the environments where it can, with timers in order', () => {
    expect(describeWalks(generateWalks(model))).toEqual([
      'hit',
      'clean, press, warm: shines, 300 ms (blink), 300 ms (blink), 300 ms (blink), 100 ms (evening), press, warm: bursts',
    ]);
  });

  test('[MODEL-1] no walk takes a transition that is left out', () => {
    const walked = generateWalks(model, {
      excluded: new Set(['warming: error warm', 'off: PRESS [isHard]']),
    });
    expect(describeWalks(walked)).toEqual([
      'clean, press, warm: shines, 300 ms (blink), 300 ms (blink), 300 ms (blink), 100 ms (evening)',
    ]);
  });

  test('[MODEL-2] an omission needs a reason, and no other transition has one', () => {
    const barred = {
      'warming: error warm': 'it never bursts',
      'on.dim': 'a whim',
      'on.purple': 'no such state',
    };
    const walks = generateWalks(model, { excluded: new Set(Object.keys(barred)) });
    const coverage = computeCoverage(model, walks.slice(1).flat(), barred);
    expect(findCoverageFaults(coverage)).toEqual([
      ...[`broken: ${REMEDY}`, `off: PRESS [isHard]: ${REMEDY}`],
      ...['covered after all: on.dim', 'unknown: on.purple'],
    ]);
  });
});
