import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClockProvider } from '../../../client/src/clock/clock-react.tsx';
import { ResendButton } from '../../../client/src/frame/auth-form.tsx';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const TICK = Date.UTC(2026, 10, 23, 9);
const WAIT = 60_000;
const nothing = () => undefined;

function renderCountdown(availableAt: number): string | undefined {
  const html = renderToStaticMarkup(
    <ClockProvider now={() => TICK} runtime={createTestRuntime()} serverRenderedAt={TICK}>
      <ResendButton label="Resend" availableAt={availableAt} wait={WAIT} busy={false} onResend={nothing} />
    </ClockProvider>,
  );
  return /\d:\d\d/u.exec(html)?.[0];
}

test('[AUTH-13] the countdown begins at 1:00, also when the code was sent after the last tick of the clock', () => {
  expect(renderCountdown(TICK + WAIT + 400)).toBe('1:00');
  expect(renderCountdown(TICK + WAIT)).toBe('1:00');
  expect(renderCountdown(TICK + WAIT - 1)).toBe('1:00');
  expect(renderCountdown(TICK + WAIT - 1000)).toBe('0:59');
});

test('[AUTH-13] the countdown shows its last second until its end', () => {
  expect(renderCountdown(TICK + 1)).toBe('0:01');
  expect(renderCountdown(TICK)).toBeUndefined();
});
