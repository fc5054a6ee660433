import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Age } from '../../../client/src/clock/age.tsx';
import { ClockProvider } from '../../../client/src/clock/clock-react.tsx';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const NOW = Date.UTC(2026, 10, 23, 9);

/** The visible text of an age, and the one for screen readers. */
function renderAge(ms: number, ago: boolean): (string | undefined)[] {
  const at = new Date(NOW - ms).toISOString();
  const html = renderToStaticMarkup(
    <ClockProvider now={() => NOW} runtime={createTestRuntime()} serverRenderedAt={NOW}>
      <Age at={at} ago={ago} />
    </ClockProvider>,
  );
  return [...html.matchAll(/<span[^>]*>([^<]*)/gu)].map(([, text]) => text);
}

test('[TIME-6] the first minute is “just now” in sentences', () => {
  expect(renderAge(0, true)).toEqual(['just now', 'just now']);
  expect(renderAge(59_999, true)).toEqual(['just now', 'just now']);
  expect(renderAge(60_000, true)).toEqual(['1m ago', '1 minute ago']);
});

test('[TIME-6] an age of its own stays in minutes, and is spoken as “just now”', () => {
  expect(renderAge(59_999, false)).toEqual(['0m', 'just now']);
  expect(renderAge(3_600_000, false)).toEqual(['1h', '1 hour ago']);
});
