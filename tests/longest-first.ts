import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects } from './projects.ts';

const first = projects.flatMap(({ runFirst = [] }) => runFirst);
const names = projects.map(({ name }) => name);

/**
 * The order of the library, which goes by the size of a file where nothing is known of its time. But files that take long
 * without being large begin first, so that no worker is left alone with one of them at the end. And a project's files
 * stay together, because a worker that comes to another project is started anew.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? first.length : at;
    };
    const part = ({ project }: TestSpecification) => names.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => part(a) - part(b) || place(a) - place(b));
  }
}
