import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Age, TimeLeft } from '../../../client/src/base/clock/dated-text.tsx';
import { ClockProvider } from '../../../client/src/base/clock/clock-react.tsx';
import { ResendButton } from '../../../client/src/account/sign-in/auth-form.tsx';
import { ConversationRow } from '../../../client/src/messages/conversation-row.tsx';
import { createTestRuntime } from '../../support/create-test-runtime.ts';
import { odalys } from './sync/sample-events.ts';

const NOW = Date.UTC(2026, 10, 23, 9);

const render = (element: ReactNode) =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <ClockProvider now={() => NOW} runtime={createTestRuntime()} serverRenderedAt={NOW}>
        {element}
      </ClockProvider>
    </StaticRouter>,
  );

/** The visible text of an age, and the one for screen readers. */
function renderAge(ms: number, ago: boolean): (string | undefined)[] {
  const html = render(<Age at={new Date(NOW - ms).toISOString()} ago={ago} />);
  return [...html.matchAll(/<span[^>]*>([^<]*)/gu)].map(([, text]) => text);
}

test('[TIME-2] the first minute is “just now” in sentences, and “now” alone; the last one counts seconds', () => {
  expect(renderAge(0, true)).toEqual(['just now', 'just now']);
  expect(renderAge(59_999, true)).toEqual(['just now', 'just now']);
  expect(renderAge(60_000, true)).toEqual(['1m ago', '1 minute ago']);
  expect(renderAge(59_999, false)).toEqual(['now', 'just now']);
  expect(renderAge(3_600_000, false)).toEqual(['1h', '1 hour ago']);
  const left = render(<TimeLeft until={new Date(NOW + 42_900).toISOString()} showLabel />);
  expect(left).toContain('>42s left<');
  expect(left).toContain('burns out in 42 seconds');
});

test.each([
  ['begins at 1:00, also when the code was sent after the last tick', 60_400, '1:00'],
  ['begins at 1:00', 60_000, '1:00'],
  ['shows its first second in full', 59_999, '1:00'],
  ['continues', 59_000, '0:59'],
  ['shows its last second until its end', 1, '0:01'],
  ['ends', 0, undefined],
])('[AUTH-13] the countdown to another code %s', (_, leftMs, shown) => {
  const html = render(
    <ResendButton
      label="Resend"
      availableAt={NOW + leftMs}
      wait={60_000}
      busy={false}
      onResend={() => undefined}
    />,
  );
  expect(/\d:\d\d/u.exec(html)?.[0]).toBe(shown);
});

test('the row of a new conversation has no empty line below the name', () => {
  const group = { ...odalys, uuid: '', created_at: '', own: false, unread: 0, read_uuid: null };
  const renderRow = (message: string) => render(<ConversationRow group={{ ...group, message }} active />);
  expect(renderRow('')).not.toContain('<p');
  expect(renderRow('Hello')).toContain('<p dir="auto">Hello</p>');
});
