import { serverMachines } from '@cruddur/shared';
import { catalogue } from '../../machines/catalogue.ts';

/** What a machine is for, in a sentence. @param id of one of the browser's or of the server's */
export function aboutOf(id: string): string {
  const ours = catalogue.find(({ machine }) => machine.id === id);
  return ours?.about ?? Object.values(serverMachines).find((table) => table.id === id)?.description ?? '';
}
