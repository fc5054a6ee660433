import { burnCrud } from '../activities/burn-activity.ts';
import { removeMessage } from '../messages/unsend-message.ts';
import { type DescribeAction, type OperatorPorts, OperatorFault } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';
import type { NamedReport, OperatorAction } from './ports.ts';

/** Burns a crud as its author does, or removes a reported message for both members. The case stays open until it is closed. */
export async function burnAsOperator(
  ports: OperatorPorts,
  { uuid, reason }: CommandOf<'burn'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const [report] = await ports.moderation.findCase(uuid);
  if (report?.subject.kind === 'person')
    throw new OperatorFault(`The report ${uuid} is about a person, which cannot be burned.`);
  if (report?.subject.kind === 'message') {
    const subject = report.subject.uuid;
    const { person } = report;
    await removeReportedMessage(ports, report, describe({ action: 'remove', subject, person, reason }));
    return { done: `Removed the message ${subject} for both members.` };
  }
  const crud = report?.subject.uuid ?? uuid;
  await burnCrud(ports, { uuid: crud, burnedBy: null }, (target, unit) =>
    unit.moderation.recordAction(
      describe({ action: 'burn', subject: target.uuid, person: target.author, reason }),
    ),
  );
  return { done: `Burned the crud ${crud}.` };
}

/** However old the message is, because it may be reported late. @throws OperatorFault when it has no text any more */
async function removeReportedMessage(
  { clock, store, deliver }: OperatorPorts,
  { subject: { uuid }, person: author }: NamedReport,
  action: OperatorAction,
): Promise<void> {
  const { result, envelopes } = await store.runChange(null, async ({ messages, moderation }) => {
    const message = await messages.lockForMember(uuid, author);
    const now = clock.now();
    const hasText = message && !message.isRemoved && !(message.expires_at && message.expires_at <= now);
    if (!hasText) return { result: false, entries: [] };
    await moderation.recordAction(action);
    return { result: true, entries: await removeMessage(messages, message, now) };
  });
  if (!result) throw new OperatorFault(`The message ${uuid} has been removed or has disappeared.`);
  deliver(envelopes);
}
