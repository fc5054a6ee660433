import { SERVER_MACHINES } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import {
  loadLayouts,
  listOutdatedMachines,
  listOrphanedFiles,
} from '../../../client/chart-layout/stored-layouts.ts';
import { findFaults } from '../../../client/chart-layout/find-faults.ts';
import { FRAME } from '../../../client/chart-layout/quality.ts';
import { machineCatalogue } from '../../../client/src/machines/machine-catalogue.ts';

const drawn = await loadLayouts();

describe('the layout of the charts', () => {
  test('[MACHINES-4] there is one of every machine', () => {
    expect(drawn.map(({ chart }) => chart.machine)).toEqual([
      ...machineCatalogue.map(({ machine }) => machine.id),
      ...SERVER_MACHINES,
    ]);
  });

  test('[MACHINES-4] what is kept is what would be made: if not, `npm run machines` makes it', () => {
    expect(listOutdatedMachines()).toEqual([]);
    expect(listOrphanedFiles()).toEqual([]);
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
    expect(findFaults(chart, layout)).toEqual([]);
  });
});
