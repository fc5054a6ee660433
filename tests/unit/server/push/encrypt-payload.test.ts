import { createECDH } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptPayload, isBrowserKey } from '../../../../server/src/push/encrypt-payload.ts';
import { decryptPush } from '../../../support/push-service.ts';

/** RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browserPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
    'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
    'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string) => Buffer.from(text, 'base64url');
const keys = { p256dh: EXAMPLE.browserPublic, auth: EXAMPLE.auth };

function pairOf(privateKey: string) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes(privateKey));
  return pair;
}
const browser = { ecdh: pairOf(EXAMPLE.browserPrivate), auth: bytes(EXAMPLE.auth) };

it('the encryption gives the message of the example in RFC 8291, and the service of the tests decrypts it', () => {
  const encrypted = encryptPayload(Buffer.from(EXAMPLE.text), keys, {
    ...{ salt: bytes(EXAMPLE.salt), sender: pairOf(EXAMPLE.senderPrivate), paddedBytes: 0 },
  });
  expect(encrypted.toString('base64url')).toBe(EXAMPLE.message);
  expect(decryptPush(bytes(EXAMPLE.message), browser).toString()).toBe(EXAMPLE.text);
});

it('the encryption uses each key once and shows nothing of the length', () => {
  const [one, other, long] = ['x', 'x', 'x'.repeat(500)].map((text) =>
    encryptPayload(Buffer.from(text), keys),
  );
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  expect(one?.length).toBe(long?.length);
  expect(one && decryptPush(one, browser).toString()).toBe('x');
});

it('[PUSH-2] a key of a browser is a point of the curve', () => {
  expect(isBrowserKey(EXAMPLE.browserPublic)).toBe(true);
  const short = bytes(EXAMPLE.browserPublic).subarray(0, 33).toString('base64url');
  for (const text of ['', 'B'.repeat(87), EXAMPLE.auth, short]) expect(isBrowserKey(text)).toBe(false);
});
