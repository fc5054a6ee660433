import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { connectOrigins, isOriginAllowed, networkOfRequest } from '../../../server/src/wiring/web-origins.ts';
import { loadConfig } from '../../../server/src/config.ts';

test('[START-16] with nothing set the page connects to its own origin only', () => {
  expect(connectOrigins(loadConfig({}))).toEqual([]);
});

test('[START-16] the page may connect to every configured external service, and to nothing else', () => {
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
])('[START-16] %j may open a socket: %s', (origin, allowed) => {
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
