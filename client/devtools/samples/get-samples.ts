import {
  confirmSamples,
  handleCheckSamples,
  recoverySamples,
  sessionSamples,
  signInSamples,
  signUpSamples,
} from './auth.ts';
import { connectionSamples, pollingSamples, socketSamples, tabLeadershipSamples } from './connection.ts';
import { composeSamples, conversationSamples, expirySamples, outboxSamples } from './content.ts';
import type { MachineSamples } from './machine-samples.ts';
import { accountDeletionSamples, formSamples, pushSamples } from './settings.ts';

const samplesById: Readonly<Record<string, MachineSamples>> = {
  'account-deletion': accountDeletionSamples,
  compose: composeSamples,
  confirm: confirmSamples,
  connection: connectionSamples,
  socket: socketSamples,
  polling: pollingSamples,
  conversation: conversationSamples,
  expiry: expirySamples,
  form: formSamples,
  'handle-check': handleCheckSamples,
  outbox: outboxSamples,
  push: pushSamples,
  recovery: recoverySamples,
  session: sessionSamples,
  'sign-in': signInSamples,
  'sign-up': signUpSamples,
  'tab-leadership': tabLeadershipSamples,
};

/** @throws Error when the catalogue has no machine with that id */
export function getSamples(machineId: string): MachineSamples {
  const found = samplesById[machineId];
  if (!found) throw new Error(`There are no samples for the machine ${machineId}.`);
  return found;
}
