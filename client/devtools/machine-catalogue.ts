import type { AnyStateMachine } from 'xstate';
import { accountDeletionMachine } from '../src/account/settings/account-deletion.machine.ts';
import { composeMachine } from '../src/cruds/compose.machine.ts';
import { confirmMachine } from '../src/account/sign-in/confirm.machine.ts';
import { connectionMachine } from '../src/sync/connection/connection.machine.ts';
import { conversationMachine } from '../src/messages/conversation.machine.ts';
import { expiryMachine } from '../src/cruds/expiry.machine.ts';
import { formMachine } from '../src/base/machines/form.machine.ts';
import { handleCheckMachine } from '../src/account/handle-check.machine.ts';
import { outboxMachine } from '../src/sync/outbox/outbox-item.machine.ts';
import { pollingMachine } from '../src/sync/connection/polling.machine.ts';
import { pushMachine } from '../src/notifications/push.machine.ts';
import { recoveryMachine } from '../src/account/sign-in/recovery.machine.ts';
import { sessionMachine } from '../src/account/session/session.machine.ts';
import { signInMachine } from '../src/account/sign-in/sign-in.machine.ts';
import { signUpMachine } from '../src/account/sign-in/sign-up.machine.ts';
import { socketMachine } from '../src/sync/connection/socket.machine.ts';
import { tabLeadershipMachine } from '../src/sync/tabs/tab-leadership.machine.ts';

export interface CatalogueEntry {
  machine: AnyStateMachine;
  /** Its purpose in one sentence, shown on `/machines` and in docs/machines.md. */
  about: string;
}

/** Every machine of the client, in the order in which a new user meets them. */
export const machineCatalogue: readonly CatalogueEntry[] = [
  {
    machine: sessionMachine,
    about:
      'The session: restored from storage, started by a sign-in, renewed before its tokens expire, ended.',
  },
  { machine: signInMachine, about: 'Signing in by password or passkey, step by step.' },
  { machine: signUpMachine, about: 'Signing up: a form, one call, and what went wrong.' },
  {
    machine: handleCheckMachine,
    about: 'Whether a new account could have a handle, checked while it is typed.',
  },
  { machine: confirmMachine, about: 'Confirming an email and, in parallel, requesting another code.' },
  { machine: recoveryMachine, about: 'Recovering an account with an emailed code and a new password.' },
  {
    machine: formMachine,
    about: 'A form or dialog that makes one call: settings, profile, reports, blocks and mutes.',
  },
  { machine: composeMachine, about: 'Writing a crud, a reply or a message, whose draft is never lost.' },
  { machine: outboxMachine, about: 'Sending one entry of the outbox until the server has it.' },
  { machine: expiryMachine, about: 'How an expired crud leaves the page.' },
  {
    machine: conversationMachine,
    about: 'A conversation on screen: its messages, the scroll position and the read state.',
  },
  {
    machine: connectionMachine,
    about: 'The user’s one connection: held by one tab, which tells the others its state.',
  },
  { machine: socketMachine, about: 'The socket of the tab that holds the connection.' },
  { machine: pollingMachine, about: 'Fetching missed events over HTTP while there is no socket.' },
  { machine: tabLeadershipMachine, about: 'Which of the user’s tabs holds the connection.' },
  { machine: pushMachine, about: 'Notifications of this browser: allowed, chosen by kind, turned off.' },
  { machine: accountDeletionMachine, about: 'Deleting an account, even when an answer is lost.' },
];
