import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf } from '../use-case.ts';

/** @throws Refusal generic_404 where the configuration keeps the server's machines to itself */
export function reportMachines({ tellMachines }: Pick<Ports, 'tellMachines'>): AnswerOf<'machines'> {
  return tellMachines
    ? Promise.resolve({ data: tellMachines() })
    : Promise.reject(new Refusal('generic_404'));
}
