import { SERVER_MACHINES } from '@cruddur/shared';
import { describe, expect, test } from 'vitest';
import {
  isOutdated,
  loadLayouts,
  listOutdatedMachines,
  listOrphanedFiles,
} from '../../../client/chart-layout/stored-layouts.ts';
import { findFaults } from '../../../client/chart-layout/find-faults.ts';
import { FRAME } from '../../../client/chart-layout/quality.ts';
import { machineCatalogue } from '../../../client/src/machines/machine-catalogue.ts';
import { door, DOOR_LAYOUT } from './samples.ts';

const drawn = await loadLayouts();

describe('the layout of the charts', () => {
  test('[MACHINES-4] every machine has one', () => {
    expect(drawn.map(({ chart }) => chart.machine)).toEqual([
      ...machineCatalogue.map(({ machine }) => machine.id),
      ...SERVER_MACHINES,
    ]);
  });

  test('[MACHINES-4] the stored layout is current: if not, `npm run machines` updates it', () => {
    expect(listOutdatedMachines()).toEqual([]);
    expect(listOrphanedFiles()).toEqual([]);
    expect(isOutdated(door, DOOR_LAYOUT)).toBe(false);
  });

  test.each(drawn)('[MACHINES-4] $chart.machine: everything is placed', ({ chart, layout }) => {
    expect(Object.keys(layout.states).sort()).toEqual(chart.states.map(({ path }) => path).sort());
    expect(Object.keys(layout.transitions).sort()).toEqual(chart.transitions.map(({ name }) => name).sort());
    const around = chart.states.filter(({ kind }) => kind === 'compound').map(({ path }) => path);
    expect(layout.beginnings.map(({ state }) => state).sort()).toEqual(around.sort());
  });

  test.each(drawn)('[MACHINES-42] $chart.machine: is readable when it fits the page', ({ layout }) => {
    expect(Math.min(FRAME.width / layout.width, FRAME.height / layout.height)).toBeGreaterThan(0.6);
  });

  test.each(drawn)('[MACHINES-5] $chart.machine: nothing overlaps', ({ chart, layout }) => {
    expect(findFaults(chart, layout)).toEqual([]);
  });
});
