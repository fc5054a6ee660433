import { describe, expect, it } from 'vitest';
import { machineCatalogue } from '../../../client/devtools/machine-catalogue.ts';
import { getSamples } from '../../../client/devtools/samples/get-samples.ts';
import { updateCoverageFile } from '../coverage-file.ts';
import { generateWalks } from '../paths/generate-walks.ts';
import { createInitialResult } from '../paths/model-state.ts';
import { computeCoverage, findCoverageFaults, mergeCoverage, type Coverage } from '../paths/coverage.ts';
import { createSampleModels, walkActor } from './walk-actor.ts';

// The last test reads what the others have walked.
describe('actors of the machines on a simulated clock', { shuffle: false }, () => {
  const all: Coverage[] = [];

  it.each(machineCatalogue.map(({ machine }) => [machine.id, machine] as const))(
    'an actor of %s takes every transition, and reaches the state that its machine defines',
    (id, machine) => {
      const models = createSampleModels(machine, getSamples(id));
      const elsewhere = new Set(models.flatMap(({ model }) => [...createInitialResult(model).transitions]));
      const covered = models.map((sampled) => {
        const walks = generateWalks(sampled.model, { coveredElsewhere: elsewhere });
        for (const walk of walks) walkActor(sampled, walk);
        return computeCoverage(sampled.model, walks.flat(), {});
      });
      const coverage = mergeCoverage(covered);
      all.push(coverage);
      expect(findCoverageFaults(coverage)).toEqual([]);
    },
  );

  it('coverage.json records what actors have walked', () => {
    updateCoverageFile('actors', all);
  });
});
