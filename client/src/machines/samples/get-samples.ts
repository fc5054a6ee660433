import {
  chooseHandleSamples,
  confirmSamples,
  handleCheckSamples,
  recoverySamples,
  sessionSamples,
  signInSamples,
  signUpSamples,
} from './auth.ts';
import { connectionSamples, pollingSamples, socketSamples, tabLeadershipSamples } from './connection.ts';
import {
  composeSamples,
  conversationSamples,
  expirySamples,
  outboxSamples,
  requestSamples,
} from './content.ts';
import type { MachineSamples } from './machine-samples.ts';
import {
  accountDeletionSamples,
  changePasswordSamples,
  dataExportSamples,
  passkeysSamples,
  pushSamples,
  sessionListSamples,
} from './settings.ts';

const samplesById: Readonly<Record<string, MachineSamples>> = {
  'account-deletion': accountDeletionSamples,
  'change-password': changePasswordSamples,
  'choose-handle': chooseHandleSamples,
  compose: composeSamples,
  confirm: confirmSamples,
  connection: connectionSamples,
  socket: socketSamples,
  polling: pollingSamples,
  conversation: conversationSamples,
  'data-export': dataExportSamples,
  expiry: expirySamples,
  'handle-check': handleCheckSamples,
  outbox: outboxSamples,
  passkeys: passkeysSamples,
  push: pushSamples,
  recovery: recoverySamples,
  request: requestSamples,
  session: sessionSamples,
  'session-list': sessionListSamples,
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
