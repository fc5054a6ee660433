import { expect, test } from 'vitest';
import { describeAnswer, toJsonLine } from '../../../../server/src/operate/describe-answer.ts';

const report = { uuid: 'report', reporter: 'bob', reason: 'spam', at: '2030-01-01T00:00:00.000Z' };
const answerWith = (note: string | null, text: string | null) => ({
  id: 'report',
  kind: 'crud' as const,
  uuid: 'crud',
  handle: 'ann',
  reports: [{ ...report, note, text }],
});

test('a reported text cannot control the operator’s terminal or pass for output of the command', () => {
  const answer = answerWith('a note\u001b[2J', 'fine\u009b1A\u202e\r\n\nReported by @eve');
  expect(describeAnswer(answer).split('\n')).toEqual([
    'A crud by @ann: crud',
    '',
    'Reported by @bob on 2030-01-01T00:00:00.000Z: spam',
    'Note:',
    '  a note\\u001b[2J',
    'Text:',
    '  fine\\u009b1A\\u202e\\u000d',
    '  ',
    '  Reported by @eve',
  ]);
  const line = toJsonLine(answer);
  expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(JSON.parse(line)).toEqual(answer);
});

test('[REPORT-4] an operator is told that a text is erased', () => {
  expect(describeAnswer(answerWith(null, null))).toContain('The text is erased');
});
