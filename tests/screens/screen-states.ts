import { accountStates } from './account-states.ts';
import { crudStates } from './crud-states.ts';
import { feedStates } from './feed-states.ts';
import { frameStates } from './frame-states.ts';
import { authStates } from './auth-states.ts';
import { machineStates } from './machine-states.ts';
import { messageStates } from './message-states.ts';
import { muteStates } from './mute-states.ts';
import { requestStates } from './request-states.ts';
import { pushStates } from './push-states.ts';

/** Every screen in every state, for pictures and tests. */
export const screenStates = [
  ...feedStates,
  ...crudStates,
  ...machineStates,
  ...messageStates,
  ...muteStates,
  ...requestStates,
  ...pushStates,
  ...authStates,
  ...frameStates,
  ...accountStates,
];
