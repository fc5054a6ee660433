import { SERVER_MACHINES } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import { layOutAll, outdatedLayouts, strayFiles } from '../../../client/layout/all-layouts.ts';
import { faultsIn } from '../../../client/layout/faults.ts';
import { FRAME } from '../../../client/layout/quality.ts';
import { catalogue } from '../../../client/src/machines/catalogue.ts';

const drawn = await layOutAll();

describe('the layout of the charts', () => {
  test('[MACHINES-4] there is one of every machine', () => {
    expect(drawn.map(({ chart }) => chart.machine)).toEqual([
      ...catalogue.map(({ machine }) => machine.id),
      ...SERVER_MACHINES,
    ]);
  });

  test('[MACHINES-4] what is kept is what would be made: if not, `npm run machines` makes it', () => {
    expect(outdatedLayouts()).toEqual([]);
    expect(strayFiles()).toEqual([]);
  });

  test.each(drawn)('[MACHINES-4] $chart.machine: everything has its place', ({ chart, layout }) => {
    expect(Object.keys(layout.states).sort()).toEqual(chart.states.map(({ path }) => path).sort());
    expect(Object.keys(layout.transitions).sort()).toEqual(chart.transitions.map(({ name }) => name).sort());
    const around = chart.states.filter(({ kind }) => kind === 'compound').map(({ path }) => path);
    expect(layout.beginnings.map(({ state }) => state).sort()).toEqual(around.sort());
  });

  test.each(drawn)('[MACHINES-42] $chart.machine: can be read where all of it is seen', ({ layout }) => {
    expect(Math.min(FRAME.width / layout.width, FRAME.height / layout.height)).toBeGreaterThan(0.6);
  });

  test.each(drawn)('[MACHINES-5] $chart.machine: nothing covers anything else', ({ chart, layout }) => {
    expect(faultsIn(chart, layout)).toEqual([]);
  });
});
