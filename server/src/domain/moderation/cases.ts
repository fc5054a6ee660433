import { type DescribeAction, type OperatorPorts, noReport } from './operator-ports.ts';
import type { CommandOf, OperatorAnswer } from './operator-request.ts';
import type { NamedReport, Sealer } from './ports.ts';

/** Lists a page of the open cases, the oldest first. It shows no text, so it is no action of its own. */
export async function listCases(
  { moderation }: OperatorPorts,
  { page = 1 }: CommandOf<'list'>,
): Promise<OperatorAnswer> {
  const { cases, pages } = await moderation.listCases(page);
  return {
    page,
    pages,
    cases: cases.map(({ id, subject, personHandle, reasons, reports, since }) => ({
      id,
      ...subject,
      handle: personHandle,
      reasons,
      reports,
      since: since.toISOString(),
    })),
  };
}

/** Shows the reports of a case with their texts. That it was shown is recorded, because the texts may be private messages. */
export async function showCase(
  { moderation, sealer, store }: OperatorPorts,
  { report }: CommandOf<'show'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const [first, ...others] = await moderation.findCase(report);
  if (!first) throw noReport(report);
  await store.runChange(null, async (unit) => {
    await unit.moderation.recordAction(
      describe({ action: 'show', subject: first.uuid, person: first.person }),
    );
    return { result: null, entries: [] };
  });
  return {
    id: first.uuid,
    ...first.subject,
    handle: first.personHandle,
    reports: [first, ...others].map((one) => openReport(sealer, one)),
  };
}

function openReport(sealer: Pick<Sealer, 'open'>, report: NamedReport) {
  const { uuid, noteSealed, textSealed } = report;
  return {
    uuid,
    reporter: report.reporterHandle,
    reason: report.reason,
    at: report.createdAt.toISOString(),
    note: noteSealed && sealer.open(noteSealed, `note ${uuid}`),
    text: textSealed && sealer.open(textSealed, `text ${uuid}`),
  };
}

/** Closes a case and erases its reports with their texts. */
export async function closeCase(
  { moderation, store }: OperatorPorts,
  { report, reason }: CommandOf<'close'>,
  describe: DescribeAction,
): Promise<OperatorAnswer> {
  const [first] = await moderation.findCase(report);
  if (!first) throw noReport(report);
  const { result } = await store.runChange(null, async (unit) => {
    const closed = await unit.moderation.closeCase(first.subject);
    if (closed > 0)
      await unit.moderation.recordAction(
        describe({ action: 'close', subject: first.uuid, person: first.person, reason }),
      );
    return { result: closed, entries: [] };
  });
  if (result === 0) throw noReport(report);
  return { done: `Closed the case about a ${first.subject.kind} by @${first.personHandle}.` };
}
