import { errorText } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { burnAsOperator } from './burn-as-operator.ts';
import { clearProfile } from './clear-profile.ts';
import { closeCase, listCases, showCase } from './cases.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { liftSuspension, suspendPerson } from './suspend-person.ts';
import { type DescribeAction, type OperatorPorts, OperatorFault } from './operator-ports.ts';
import type { OperatorAnswer, OperatorCommand, OperatorRequest } from './operator-request.ts';

/** Carries out a command. One that cannot be carried out changes nothing and answers why. */
export type Operator = (request: OperatorRequest) => Promise<OperatorAnswer>;

export function createOperator(ports: OperatorPorts): Operator {
  return async ({ operator, command }) => {
    const common = { at: ports.clock.now(), operator, reason: null, until: null };
    try {
      return await carryOut(ports, command, (action) => ({ ...common, ...action }));
    } catch (failure) {
      if (failure instanceof OperatorFault) return { fault: failure.message };
      if (failure instanceof Refusal) return { fault: `${failure.codes.map(errorText).join('. ')}.` };
      throw failure;
    }
  };
}

function carryOut(
  ports: OperatorPorts,
  command: OperatorCommand,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  switch (command.name) {
    case 'list':
      return listCases(ports, command);
    case 'show':
      return showCase(ports, command, describe);
    case 'close':
      return closeCase(ports, command, describe);
    case 'burn':
      return burnAsOperator(ports, command, describe);
    case 'end-sessions':
      return endSessionsOf(ports, command, describe);
    case 'suspend':
      return suspendPerson(ports, command, describe);
    case 'lift':
      return liftSuspension(ports, command, describe);
    case 'clear':
      return clearProfile(ports, command, describe);
  }
}
