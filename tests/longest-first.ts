import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects } from './projects.ts';

const first = projects.flatMap(({ runFirst = [] }) => runFirst);
const names = projects.map(({ name }) => name);

/**
 * Vitest's order, which goes by file size if no earlier run time is known, with two changes: slow files start first, so that
 * no single worker is busy with one of them at the end, and the files of a project stay together, because a worker that changes
 * projects is restarted.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? first.length : at;
    };
    const projectIndex = ({ project }: TestSpecification) => names.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => projectIndex(a) - projectIndex(b) || rank(a) - rank(b));
  }
}
