import * as limits from '@cruddur/shared';
import { expect, test } from 'vitest';

/** The specification's section of constants, number by number. */
test('[CONST-1] every number is that of the specification', () => {
  expect(limits).toMatchObject({
    COMPOSER_SOFT_LIMIT: 240,
    MESSAGE_MAX: 1024,
    LIFETIMES: ['30-days', '7-days', '3-days', '1-day', '12-hours', '3-hours', '1-hour'],
    DEFAULT_LIFETIME: '7-days',
    PASSWORD_MIN: 8,
    SIGN_IN_STATE_MS: 180_000,
    AUTO_SIGN_IN_MS: 180_000,
    AUTO_SIGN_IN_POLL_MS: 5000,
    REPEAT_CALL_THROTTLE_MS: 300,
    TOKEN_TOLERANCE_MS: 5000,
    CREDENTIALS_REFRESH_MS: 3_000_000,
    HTTP_RETRY: { attempts: 3, baseMs: 100, jitterMs: 100, maxDelayMs: 300_000 },
    RETRIED_STATUSES: [429, 500, 502, 503, 504],
    COOKIE_DAYS: 365,
    LOG_LEVELS: ['verbose', 'debug', 'info', 'warn', 'error', 'none'],
    CHUNK_TIMEOUT_MS: 120_000,
    REGION: 'ap-south-1',
    LOCAL_STORAGE_KEYS: ['handle', 'display_name', 'cognito_id', 'access_token'],
  });
});
