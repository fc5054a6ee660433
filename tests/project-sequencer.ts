import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects } from './projects.ts';

const first = projects.flatMap(({ runFirst = [] }) => runFirst);
const names = projects.map(({ name }) => name);

/**
 * Vitest's order, which goes by file size if no earlier run time is known, with two changes: slow files start first, so that
 * no single worker is busy with one of them at the end, and the files of a project stay together, because a worker that changes
 * projects is restarted. With a seed, the files of each project are in a random order.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    const rank = shuffle ? randomRank(seed) : rankOfSlow;
    const projectIndex = ({ project }: TestSpecification) => names.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => projectIndex(a) - projectIndex(b) || rank(a) - rank(b));
  }
}

function rankOfSlow({ moduleId }: TestSpecification): number {
  const at = first.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at < 0 ? first.length : at;
}

const randomRank =
  (seed: number) =>
  ({ moduleId }: TestSpecification): number =>
    createHash('sha256').update(`${seed} ${moduleId}`).digest().readUInt32BE();
