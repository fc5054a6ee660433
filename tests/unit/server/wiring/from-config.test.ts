import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../../server/src/config/load-config.ts';
import {
  connectOrigins,
  isOriginAllowed,
  networkOfRequest,
} from '../../../../server/src/wiring/web-origins.ts';
import { findConfigWarnings } from '../../../../server/src/wiring/warnings.ts';
import { revocationRetentionMs, signInLifeMs } from '../../../../server/src/wiring/wire-revocations.ts';

test('[LIMIT-3] the page may connect to every configured external service, and to nothing else', () => {
  expect(connectOrigins(loadConfig({}))).toEqual([]);
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
  expect(connectOrigins(config).toSorted()).toEqual([
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
])('[LIMIT-3] %j may open a socket: %s', (origin, allowed) => {
  const known = { allowed: ['https://friend.example'], own: 'http://localhost:4567' };
  expect(isOriginAllowed(origin, known)).toBe(allowed);
});

test.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2'],
])('[LIMIT-2] sockets from %s are counted for %s', (remoteAddress, network) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  expect(networkOfRequest(express())(new IncomingMessage(socket))).toBe(network);
});

test.each([
  [{}, 0],
  [{ S3_BUCKET: 'faces', DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }, 0],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 1],
  [{ DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }, 1],
])('a configuration for several gateways warns of pictures on one machine: %j', (env, count) => {
  const warnings = findConfigWarnings(loadConfig(env));
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('S3_BUCKET');
});

const HOUR_MS = 3_600_000;
/** Seconds; the largest value that is accepted. */
const LONGEST = String(60 * 86_400);
const pool = { COGNITO_USER_POOL_ID: 'ap-south-1_AbCdEfGhI', COGNITO_CLIENT_ID: 'a-client' };
const hoursKept = (env: Record<string, string>) => revocationRetentionMs(loadConfig(env).identity) / HOUR_MS;

test('a revocation outlives the tokens that it revokes by an hour, also those with a lifetime that was configured before', () => {
  expect(hoursKept(pool)).toBe(31 * 24 + 1);
  expect(hoursKept({ ...pool, COGNITO_REFRESH_DAYS: '3650' })).toBe(3651 * 24 + 1);
  for (const seconds of [LONGEST, '5', ''])
    expect(hoursKept({ LOCAL_POOL_ACCESS_SECONDS: seconds })).toBe((30 + 60) * 24 + 1);
});

test('a session is listed until the last of its tokens expires', () => {
  const hoursListed = (env: Record<string, string>) => signInLifeMs(loadConfig(env).identity) / HOUR_MS;
  expect(hoursListed({ ...pool, COGNITO_REFRESH_DAYS: '7' })).toBe(8 * 24);
  expect(hoursListed({ LOCAL_POOL_ACCESS_SECONDS: '3600' })).toBe(30 * 24 + 1);
});
