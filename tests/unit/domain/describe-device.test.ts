import { expect, test } from 'vitest';
import { describeDevice } from '../../../server/src/domain/sessions/describe-device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    ...['Chrome on macOS', false],
  ],
  ['Windows 15.0.0 x86 Windows Microsoft Edge/130.0;Chromium/130.0', 'Edge on Windows', false],
  ['Android 14.0.0 Pixel 7 Android Chromium/121.0;Not A(Brand/99.0', 'Chromium on Android', true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0',
    'Firefox on macOS',
    false,
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/121.0.0.0 Safari/537.36`, 'Chrome on Linux', false],
  [
    `Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/121.0 Safari/537.36 OPR/99.0`,
    'Opera on ChromeOS',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1', 'Chrome on iPad', true],
  ['Windows 15', 'Windows', false],
  ['Firefox/1', 'Firefox', false],
  ['my toaster', 'Unknown device', false],
  ['', 'Unknown device', false],
])('[SETTINGS-3] %j is labelled %s', (name, title, isHandheld) => {
  expect(describeDevice(name)).toEqual({ title, isHandheld });
});
