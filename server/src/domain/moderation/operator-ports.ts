import type { BurnPorts } from '../activities/burn-activity.ts';
import type { Revocations } from '../sessions/revocations.ts';
import type { ModerationReads, OperatorAction, Sealer } from './ports.ts';

/** What the commands of operators need. */
export interface OperatorPorts extends BurnPorts {
  moderation: ModerationReads;
  sealer: Pick<Sealer, 'open'>;
  /** Applies what a command has revoked on this gateway at once. */
  revocations: Pick<Revocations, 'refresh'>;
}

/** Completes a line of the table of actions with the time and the operator. */
export type DescribeAction = (
  action: Pick<OperatorAction, 'action' | 'subject' | 'person'> & Partial<OperatorAction>,
) => OperatorAction;

/** A command that names nothing that exists. Its message is printed. */
export class OperatorFault extends Error {}

export const noReport = (uuid: string) => new OperatorFault(`There is no open report ${uuid}.`);

export const noPerson = (handle: string) => new OperatorFault(`There is no person @${handle}.`);
