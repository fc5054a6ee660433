import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf } from '../use-case.ts';

/** @throws Refusal generic_404 when the configuration hides the server's machines */
export function reportMachines({
  readMachinesReport,
}: Pick<Ports, 'readMachinesReport'>): AnswerOf<'machines'> {
  return readMachinesReport
    ? Promise.resolve({ data: readMachinesReport() })
    : Promise.reject(new Refusal('generic_404'));
}
