import { expect, test } from 'vitest';
import { StateMachine } from 'xstate';
import { machineCatalogue } from '../../../client/devtools/machine-catalogue.ts';
import { listFiles } from '../../support/list-files.ts';

test('the catalogue holds every machine once, with a unique name and one sentence on its purpose', async () => {
  const files = listFiles('client/src', '.machine.ts');
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ `../../../${file}`) as Promise<Record<string, unknown>>),
  );
  const machines = modules.flatMap((module) =>
    Object.values(module).filter((value) => value instanceof StateMachine),
  );
  expect(machines).toHaveLength(files.length);
  expect(new Set(machineCatalogue.map(({ machine }) => machine))).toEqual(new Set(machines));
  expect(machineCatalogue).toHaveLength(machines.length);
  const ids = machineCatalogue.map(({ machine }) => machine.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(machineCatalogue.filter(({ about }) => !/^[A-Z][^.]+\.$/.test(about))).toEqual([]);
});
