import { expect, test } from 'vitest';
import { connectTo, isOriginAllowed } from '../../../server/src/compose/web.ts';
import { loadConfig } from '../../../server/src/config.ts';

test('[START-16] with nothing set the page talks to its own origin only', () => {
  expect(connectTo(loadConfig({}))).toEqual([]);
});

test('[START-16] the page may talk to every real thing that is configured, and to nothing else', () => {
  const config = loadConfig({
    VITE_API_HOST: 'https://api.example',
    COGNITO_USER_POOL_ID: 'ap-south-1_Abc',
    COGNITO_CLIENT_ID: 'client',
    COGNITO_DOMAIN: 'login.example',
    COGNITO_REDIRECT_SIGN_IN: 'https://cruddur.example/',
    COGNITO_REDIRECT_SIGN_OUT: 'https://cruddur.example/',
    COGNITO_RESPONSE_TYPE: 'code',
    S3_BUCKET: 'pictures',
  });
  expect(connectTo(config).toSorted()).toEqual([
    'https://api.example',
    'https://cognito-identity.ap-south-1.amazonaws.com',
    'https://cognito-idp.ap-south-1.amazonaws.com',
    'https://login.example',
    'https://pictures.s3.ap-south-1.amazonaws.com',
    'wss://api.example',
  ]);
});

test.each([
  ['http://localhost:4567', true],
  ['http://127.0.0.1:4567', true],
  ['http://[::1]:4567', true],
  ['https://friend.example', true],
  ['http://localhost:9999', false],
  ['https://other.example', false],
  ['null', false],
  ['', false],
])('[START-16] %j may open a socket: %s', (origin, allowed) => {
  const known = { allowed: ['https://friend.example'], own: 'http://localhost:4567' };
  expect(isOriginAllowed(origin, known)).toBe(allowed);
});
