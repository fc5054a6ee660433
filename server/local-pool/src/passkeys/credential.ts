import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .min(1)
    .max(max);
const attachment = z.enum(['platform', 'cross-platform']).optional();
const extensions = z.object({}).default({});
const id = base64url(2048);
const type = z.literal('public-key');

/** What a browser made for a new passkey, in the JSON form of WebAuthn. */
export const registrationCredential = z.object({
  id,
  rawId: id,
  type,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(32_768),
    transports: z
      .array(z.string().regex(/^[\w-]{1,32}$/))
      .max(10)
      .default([]),
  }),
});

/** What a browser signed with a passkey. */
export const assertionCredential = z.object({
  id,
  rawId: id,
  type,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: base64url(256).optional(),
  }),
});

const clientData = z.object({ challenge: base64url(512), origin: z.string().max(512) });

/** The challenge and the origin that a browser says it answered; nothing of it is proved yet. */
export function readClientData(clientDataJSON: string): z.infer<typeof clientData> | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** A challenge is a kept challenge's block, in the alphabet of WebAuthn. */
export const toChallenge = (block: string): string => Buffer.from(block, 'base64').toString('base64url');
export const toBlock = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('base64');
