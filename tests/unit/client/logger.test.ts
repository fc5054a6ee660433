import { LOG_LEVELS, type LogLevel } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createLogger } from '../../../client/src/logger.ts';
import { createToken } from '../auth/session-fixture.ts';

function written(level?: LogLevel) {
  const lines: string[] = [];
  const write = (...parts: unknown[]) => void lines.push(parts.join(' '));
  const logger = createLogger(level, { debug: write, info: write, warn: write, error: write });
  return { lines, logger };
}

test.each(LOG_LEVELS.map((level, index): [LogLevel, number] => [level, 5 - index]))(
  '[LOG-1] at level %s the browser’s log gets %d of five lines',
  (level, count) => {
    const { lines, logger } = written(level);
    for (const name of LOG_LEVELS) if (name !== 'none') logger[name](name);
    expect(lines).toHaveLength(count);
  },
);

test('[LOG-1] the level is warn unless another one is configured', () => {
  const { lines, logger } = written();
  logger.info('quiet');
  logger.warn('loud');
  expect(lines).toEqual(['loud']);
});

test('[LOG-2] anything that looks like a token is redacted', () => {
  const { lines, logger } = written();
  const token = createToken({ sub: 'x', exp: 1 }).replace(/^head/u, 'eyJhbGciOiJSUzI1NiJ9');
  logger.error(`refused ${token}`, { header: `Bearer ${token}`, tries: 2 });
  expect(lines).toEqual(['refused [token] {"header":"Bearer [token]","tries":2}']);
});
