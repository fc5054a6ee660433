import { burnCrud } from '../activities/burn-activity.ts';
import { OperatorFault } from './operator-fault.ts';
import type { DescribeAction, OperatorPorts } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';

/** Burns a crud as its author does. The case stays open until it is closed. */
export async function burnAsOperator(
  ports: OperatorPorts,
  { uuid, reason }: CommandOf<'burn'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const [report] = await ports.moderation.findCase(uuid);
  if (report && report.subject.kind !== 'crud')
    throw new OperatorFault(`The report ${uuid} is about a ${report.subject.kind}, which cannot be burned.`);
  const crud = report?.subject.uuid ?? uuid;
  await burnCrud(ports, crud, (target, unit) =>
    unit.moderation.recordAction(describe({ action: 'burn', subject: target.uuid, reason })),
  );
  return { done: `Burned the crud ${crud}.` };
}
