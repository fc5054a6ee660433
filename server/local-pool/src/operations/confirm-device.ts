import { z } from 'zod';
import { invalidParameter, refusals } from '../errors.ts';
import { input } from '../input.ts';
import { isSafePublicNumber } from '../srp/exchange.ts';
import { defineOperation } from '../operation.ts';
import { findTokenHolder } from '../tokens/token-holder.ts';

const base64 = z.string().regex(/^[A-Za-z0-9+/]{1,1024}={0,2}$/, 'Member must be base64');

const schema = z.object({
  AccessToken: input.token,
  DeviceKey: input.deviceKey,
  DeviceName: input.deviceName.optional(),
  DeviceSecretVerifierConfig: z.object({ Salt: base64, PasswordVerifier: base64 }),
});

/** Remembers the device that this session's sign-in offered. Only the client knows the device's password. */
export const confirmDevice = defineOperation(schema, async (body, context) => {
  const { person, session } = await findTokenHolder(context, body.AccessToken);
  if (session.device_key !== body.DeviceKey) throw refusals.noSuchDevice();
  const { Salt, PasswordVerifier } = body.DeviceSecretVerifierConfig;
  const verifier = toHex(PasswordVerifier);
  if (!isSafePublicNumber(verifier)) throw invalidParameter('PasswordVerifier is not valid');
  const now = context.clock.now();
  const { numInsertedOrUpdatedRows } = await context.db
    .insertInto('pool_devices')
    .values({
      device_key: body.DeviceKey,
      sub: person.sub,
      name: body.DeviceName ?? '',
      salt: toHex(Salt),
      verifier_sealed: context.vault.seal(verifier, `device:${body.DeviceKey}`),
      remembered: true,
      created_at: now,
      updated_at: now,
      authenticated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw invalidParameter('Device is already confirmed.');
  return { UserConfirmationNecessary: false };
});

const toHex = (text: string) => Buffer.from(text, 'base64').toString('hex');
