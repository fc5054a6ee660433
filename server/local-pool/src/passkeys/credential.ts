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

/** A browser's registration response in WebAuthn's JSON form. */
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

/** A browser's authentication response in WebAuthn's JSON form. */
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

/** The challenge and the origin that the response claims, not verified yet; undefined when malformed. */
export function readClientData(clientDataJSON: string): z.infer<typeof clientData> | undefined {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

/** A stored challenge's block (base64) as a WebAuthn challenge (base64url), and back. */
export const toChallenge = (block: string): string => Buffer.from(block, 'base64').toString('base64url');
export const toBlock = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('base64');
