import type { BurnPorts } from '../activities/burn-activity.ts';
import type { EndSignIns } from '../sessions/end-session.ts';
import type { ModerationReads, OperatorAction, Sealer } from './ports.ts';

/** What the commands of operators need. */
export interface OperatorPorts extends BurnPorts {
  moderation: ModerationReads;
  sealer: Pick<Sealer, 'open'>;
  endSignIns: EndSignIns;
}

/** Completes a line of the table of actions with the time and the operator. */
export type DescribeAction = (
  action: Pick<OperatorAction, 'action' | 'subject'> & Partial<OperatorAction>,
) => OperatorAction;
