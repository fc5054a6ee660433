import { expect, inject, test } from 'vitest';
import { isUsable } from '../../support/services/availability.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { describeRun, describeViolations } from './report.ts';
import { runChaos } from './run-chaos.ts';

const SECONDS = inject('form') === 'long' ? 300 : 60;

test('[LIVE-4] the delivery promise is kept while every part is broken repeatedly', async () => {
  await using folder = await createTempFolder();
  const options = {
    seconds: SECONDS,
    seed: 1,
    people: 7,
    restore: true,
    browsers: isUsable('chromium', 'browser of the chaos') ? 1 : 0,
    history: `${folder.path}/history.jsonl`,
  };
  const outcome = await runChaos(options);
  expect(outcome.violations, `${describeRun(options, outcome)}\n${describeViolations(outcome)}`).toEqual([]);
  expect(outcome.evidence.faults).not.toEqual([]);
});
