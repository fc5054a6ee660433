import type { AnyStateMachine } from 'xstate';
import { accountDeletionMachine } from './account-deletion.machine.ts';
import { changePasswordMachine } from './change-password.machine.ts';
import { chooseHandleMachine } from './choose-handle.machine.ts';
import { composeMachine } from './compose.machine.ts';
import { confirmMachine } from './confirm.machine.ts';
import { connectionMachine } from './connection.machine.ts';
import { conversationMachine } from './conversation.machine.ts';
import { devicesMachine } from './devices.machine.ts';
import { expiryMachine } from './expiry.machine.ts';
import { handleCheckMachine } from './handle-check.machine.ts';
import { outboxMachine } from './outbox.machine.ts';
import { passkeysMachine } from './passkeys.machine.ts';
import { recoveryMachine } from './recovery.machine.ts';
import { sessionMachine } from './session.machine.ts';
import { signInMachine } from './sign-in.machine.ts';
import { signUpMachine } from './sign-up.machine.ts';
import { tabLeadershipMachine } from './tab-leadership.machine.ts';

export interface CatalogueEntry {
  machine: AnyStateMachine;
  /** One sentence on what it is for. */
  about: string;
}

/** Every machine that runs in the product, in the order in which a person comes to meet them. */
export const machineCatalogue: readonly CatalogueEntry[] = [
  {
    machine: sessionMachine,
    about: 'The life of the signed-in session: restored, adopted, renewed in time, and left.',
  },
  { machine: signInMachine, about: 'Signing in by password or passkey, step by step.' },
  { machine: signUpMachine, about: 'Signing up: a form, one call, and what went wrong.' },
  {
    machine: handleCheckMachine,
    about: 'Whether somebody new could have a handle, asked while it is being typed.',
  },
  { machine: confirmMachine, about: 'Confirming an email, and beside it asking for another code.' },
  { machine: recoveryMachine, about: 'Getting back in with a code from a mail and a new password.' },
  { machine: chooseHandleMachine, about: 'Another handle for somebody whose own is taken here.' },
  { machine: composeMachine, about: 'Writing a crud, a reply or a message, whose draft is never lost.' },
  { machine: outboxMachine, about: 'What becomes of one act of writing until the server has it.' },
  { machine: expiryMachine, about: 'How a crud leaves the page when its time is over.' },
  {
    machine: conversationMachine,
    about: 'A conversation on screen: what came, what is in sight, and how far it is read.',
  },
  { machine: connectionMachine, about: 'A person’s one connection, as each of their tabs shows it.' },
  { machine: tabLeadershipMachine, about: 'Which of a person’s tabs holds their connection.' },
  { machine: changePasswordMachine, about: 'Changing the password of somebody who knows the old one.' },
  { machine: passkeysMachine, about: 'The passkeys of an account: listed, added, removed after a question.' },
  { machine: devicesMachine, about: 'The devices of an account, and signing them out.' },
  { machine: accountDeletionMachine, about: 'Deleting an account for good, even if an answer is lost.' },
];
