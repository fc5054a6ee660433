import { REPORT_TEXT_DAYS } from '@cruddur/shared';
import type { OperatorAnswer } from '../domain/moderation/operator-request.ts';

type Success = Exclude<OperatorAnswer, { fault: string }>;

/** The answer to a command as text. */
export function describeAnswer(answer: Success): string {
  if ('done' in answer) return answer.done;
  if ('cases' in answer) {
    if (answer.cases.length === 0) return 'There are no open reports.';
    return answer.cases
      .map(({ id, kind, handle, reasons, reports, since }) =>
        [id, since, `${kind} by @${handle}`, reasons.join(', '), countOf(reports)].join('  '),
      )
      .join('\n');
  }
  const { kind, uuid, handle, reports } = answer;
  return [`A ${kind} by @${handle}: ${uuid}`, ...reports.map(describeReport)].join('\n\n');
}

const countOf = (reports: number) => (reports === 1 ? '1 report' : `${reports} reports`);

function describeReport({
  reporter,
  reason,
  at,
  note,
  text,
}: Extract<Success, { reports: unknown }>['reports'][number]) {
  const lines = [`Reported by @${reporter} on ${at}: ${reason}`];
  if (note !== null) lines.push(`Note: ${note}`);
  lines.push(text ?? `The text is erased: reports keep it for ${String(REPORT_TEXT_DAYS)} days.`);
  return lines.join('\n');
}
