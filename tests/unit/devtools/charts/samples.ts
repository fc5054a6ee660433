import { and, fromPromise, not, or, setup, stateIn } from 'xstate';
import { loadLayout } from '../../../../client/devtools/chart-layout/stored-layouts.ts';
import { describeChart } from '../../../../client/devtools/charts/describe-chart.ts';

/** A door with everything a chart can contain: regions, history, a final state, timers, actors, combined guards. */
const doorMachine = setup({
  types: { events: {} as { type: 'PUSH' | 'RING' | 'LOCK' | 'PASS' | 'POKE' | 'BREAK' } },
  actors: { answer: fromPromise(() => Promise.resolve(null)) },
  actions: { swing: () => undefined, chime: () => undefined, count: () => undefined },
  guards: { isHeavy: () => false, isLate: () => false, isOf: (_, _who: string) => true },
  delays: { patience: 1200, mood: () => 5 },
}).createMachine({
  id: 'door',
  initial: 'standing',
  on: { POKE: { actions: 'count' } },
  states: {
    standing: {
      type: 'parallel',
      on: { BREAK: { guard: or(['isHeavy', stateIn('broken')]), target: 'broken' } },
      states: {
        wing: {
          initial: 'closed',
          states: {
            closed: {
              tags: 'tight',
              on: {
                PUSH: [
                  { guard: and([not('isHeavy'), 'isLate']), target: 'open', actions: 'swing' },
                  { guard: { type: 'isOf', params: 'Ines' }, target: 'open' },
                  {},
                ],
              },
            },
            open: { after: { mood: 'closed', patience: { target: 'open', reenter: true } } },
            before: { type: 'history', target: 'closed' },
          },
          on: { LOCK: '.before' },
        },
        bell: {
          initial: 'quiet',
          states: {
            quiet: { on: { RING: 'ringing' } },
            ringing: { entry: 'chime', invoke: { src: 'answer', onDone: 'quiet', onError: '#door.broken' } },
          },
        },
      },
    },
    broken: { type: 'final' },
  },
});

export const door = describeChart(doorMachine);

/** Stored as those of the product's machines, because computing it takes seconds; `npm run machines` updates it. */
export const DOOR_LAYOUT = new URL('./door-layout.json', import.meta.url);

export const doorLayout = loadLayout(door, DOOR_LAYOUT);
