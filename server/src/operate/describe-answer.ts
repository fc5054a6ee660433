import { REPORT_TEXT_DAYS } from '@cruddur/shared';
import type { OperatorAnswer } from '../domain/moderation/operator-request.ts';

/** Characters that move a terminal's cursor, change its settings or reorder what it shows. */
const MISLEADING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

const escapeMisleading = (text: string) =>
  text.replace(MISLEADING, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The answer to a command as one line of JSON without control characters. */
export const toJsonLine = (answer: OperatorAnswer) => escapeMisleading(JSON.stringify(answer));

type Success = Exclude<OperatorAnswer, { fault: string }>;

/** The answer to a command as text. */
export function describeAnswer(answer: Success): string {
  if ('done' in answer) return answer.done;
  if ('cases' in answer) {
    const { cases, page, pages } = answer;
    if (pages === 0) return 'There are no open reports.';
    const lines = cases.map(({ id, kind, handle, reasons, reports, since }) =>
      [id, since, `${kind} by @${handle}`, reasons.join(', '), countOf(reports)].join('  '),
    );
    return [...lines, ...(pages > 1 ? [`Page ${page} of ${pages}.`] : [])].join('\n');
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
  if (note !== null) lines.push(`Note:\n${quote(note)}`);
  const erased = `The text is erased: reports keep it for ${String(REPORT_TEXT_DAYS)} days.`;
  lines.push(text === null ? erased : `Text:\n${quote(text)}`);
  return lines.join('\n');
}

/** Indented, so that a text cannot pass for a line of the command. */
const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${escapeMisleading(line)}`)
    .join('\n');
