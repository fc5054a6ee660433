import { accountDeletionSamples } from './account-deletion.ts';
import { changePasswordSamples } from './change-password.ts';
import { chooseHandleSamples } from './choose-handle.ts';
import { composeSamples } from './compose.ts';
import { confirmSamples } from './confirm.ts';
import { connectionSamples } from './connection.ts';
import { conversationSamples } from './conversation.ts';
import { devicesSamples } from './devices.ts';
import { expirySamples } from './expiry.ts';
import { handleCheckSamples } from './handle-check.ts';
import type { MachineSamples } from './machine-samples.ts';
import { outboxSamples } from './outbox.ts';
import { passkeysSamples } from './passkeys.ts';
import { recoverySamples } from './recovery.ts';
import { sessionSamples } from './session.ts';
import { signInSamples } from './sign-in.ts';
import { signUpSamples } from './sign-up.ts';
import { tabLeadershipSamples } from './tab-leadership.ts';

const samples: Readonly<Record<string, MachineSamples>> = {
  'account-deletion': accountDeletionSamples,
  'change-password': changePasswordSamples,
  'choose-handle': chooseHandleSamples,
  compose: composeSamples,
  confirm: confirmSamples,
  connection: connectionSamples,
  conversation: conversationSamples,
  devices: devicesSamples,
  expiry: expirySamples,
  'handle-check': handleCheckSamples,
  outbox: outboxSamples,
  passkeys: passkeysSamples,
  recovery: recoverySamples,
  session: sessionSamples,
  'sign-in': signInSamples,
  'sign-up': signUpSamples,
  'tab-leadership': tabLeadershipSamples,
};

/** @throws where the catalogue has no machine of that id */
export function getSamples(machineId: string): MachineSamples {
  const found = samples[machineId];
  if (!found) throw new Error(`Nobody knows what ${machineId} can be told.`);
  return found;
}
