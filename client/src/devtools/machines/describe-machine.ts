import { serverMachines } from '@cruddur/shared';
import { machineCatalogue } from '../../machines/machine-catalogue.ts';

/** What a machine is for, in a sentence. @param id of one of the browser's or of the server's */
export function describeMachine(id: string): string {
  const ours = machineCatalogue.find(({ machine }) => machine.id === id);
  return ours?.about ?? Object.values(serverMachines).find((table) => table.id === id)?.description ?? '';
}
