import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projects } from './projects.ts';

const first = projects.flatMap(({ first = [] }) => first);

/**
 * The order of the library, which goes by the size of a file where nothing is known of its time. But files that take long
 * without being large begin first, so that no worker is left alone with one of them at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? first.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
