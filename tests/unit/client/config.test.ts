import { expect, test } from 'vitest';
import { parseConfig } from '../../../client/src/config.ts';

test('[CONFIG-3] the contract’s defaults, then the build’s values, then the settings of the page', () => {
  expect(parseConfig({}, null)).toMatchObject({
    token_store: 'local',
    log_level: 'warn',
    region: 'ap-south-1',
    allow_guest: false,
  });
  const build = {
    VITE_API_HOST: 'https://api.example.com',
    VITE_TOKEN_STORE: 'cookie',
    VITE_ALLOW_GUEST: 'true',
  };
  expect(parseConfig(build, '')).toMatchObject({
    api_host: 'https://api.example.com',
    token_store: 'cookie',
    allow_guest: true,
  });
  const block = JSON.stringify({
    api_host: 'https://other.example.com',
    token_store: '',
    allow_guest: false,
  });
  expect(parseConfig(build, block)).toMatchObject({
    api_host: 'https://other.example.com',
    token_store: 'cookie',
    allow_guest: false,
  });
});

test('[CONFIG-3] an empty region is not replaced by the default, because the sign-in reports it', () => {
  expect(parseConfig({}, JSON.stringify({ region: '' }))).toMatchObject({ region: '' });
  expect(parseConfig({ VITE_REGION: '' }, null)).toMatchObject({ region: '' });
});

test('[CONFIG-3] an impossible value is refused', () => {
  expect(() => parseConfig({ VITE_TOKEN_STORE: 'basement' }, null)).toThrow();
  expect(() => parseConfig({}, '{')).toThrow(SyntaxError);
});
