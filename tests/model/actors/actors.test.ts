import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../client/src/machines/catalogue.ts';
import { samplesOf } from '../../../client/src/machines/samples/index.ts';
import { keepCoverage } from '../coverage-file.ts';
import { cover } from '../paths/cover.ts';
import { beginning } from '../paths/moment.ts';
import { coverageOf, faultsIn, together, type Coverage } from '../paths/coverage.ts';
import { modelsOf } from './models-of.ts';
import { walkActor } from './walk-actor.ts';

describe('actors of the machines, on a simulated clock', () => {
  const all: Coverage[] = [];

  it.each(catalogue.map(({ machine }) => [machine.id, machine] as const))(
    '[MODEL-2, MODEL-4] an actor of %s goes every way, and each leads where its machine foresees',
    (id, machine) => {
      const models = modelsOf(machine, samplesOf(id));
      const elsewhere = new Set(models.flatMap(({ model }) => [...beginning(model).transitions]));
      const covered = models.map((sampled) => {
        const walks = cover(sampled.model, { elsewhere });
        for (const walk of walks) walkActor(sampled, walk);
        return coverageOf(sampled.model, walks.flat(), {});
      });
      const coverage = together(covered);
      all.push(coverage);
      expect(faultsIn(coverage)).toEqual([]);
    },
  );

  it('[MODEL-5] coverage.json says what actors have walked', () => {
    keepCoverage('actors', all);
  });
});
