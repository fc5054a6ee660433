import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Scrubber } from '../../../client/src/devtools/machines/scrubber.tsx';
import type { TraceEntry } from '../../../client/src/devtools/inspect/trace.ts';

function renderScrubber(entries: readonly TraceEntry[]): string {
  return renderToStaticMarkup(
    <Scrubber entries={entries} position={null} onMove={() => undefined} chosen="session" />,
  );
}

test('[MACHINES-48] the time bar shows no time while nothing has been recorded', () => {
  const empty = renderScrubber([]);
  expect(empty).toContain('Nothing has been recorded yet.');
  expect(empty).not.toMatch(/00:00|slider/u);
});
