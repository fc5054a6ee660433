import {
  NETWORK_ERROR,
  NOT_AUTHORIZED_ERROR,
  providerError,
} from '../../../client/devtools/samples/sample-values.ts';
import { signInMachine } from '../../../client/src/account/sign-in/sign-in.machine.ts';
import type { AnyMachineSnapshot } from 'xstate';
import type { Model } from '../paths/model.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';
import { addWalkAuthenticator } from '../walk/authenticator.ts';
import { leftOut } from '../left-out.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import { abortRequest, type RequestDecision } from '../walk/request-gate.ts';
import { setPoolStatus } from '../walk/pool-status.ts';

const fields = { email: 'stranger@example.com', password: 'some password' };
const edit = (leaves: string) => ({ event: { type: 'EDIT' }, leaves });
const filled = ['right', 'wrong', 'unconfirmed', 'invited'];

const model: Model = {
  machine: signInMachine,
  initialEnvironment: 'empty',
  userActions: {
    'fill in a known user': edit('right'),
    'fill in a wrong password': edit('wrong'),
    'fill in an unconfirmed user': edit('unconfirmed'),
    'fill in an invited user': edit('invited'),
    'empty the email': edit('empty'),
    'press Sign In': { event: { type: 'SUBMIT', ...fields }, given: filled },
    'press Use a passkey': { event: { type: 'PASSKEY', email: fields.email }, given: filled },
    'press Use a passkey without an email': { event: { type: 'PASSKEY', email: '' }, given: ['empty'] },
  },
  actorOutcomes: {
    signIn: {
      'let in': { output: 'DONE', given: ['right'] },
      'a wrong password': {
        ...NOT_AUTHORIZED_ERROR,
        given: ['wrong'],
      },
      'not confirmed': { output: 'CONFIRM_SIGN_UP', given: ['unconfirmed'] },
      'a new password is required': {
        output: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
        given: ['invited'],
      },
      'no line': NETWORK_ERROR,
    },
    signInByPasskey: {
      'let in': { output: 'DONE', given: ['right', 'wrong'] },
      "another person's passkey": {
        ...NOT_AUTHORIZED_ERROR,
        given: ['invited'],
      },
      'called off': providerError(
        'PasskeyAuthenticationCanceled',
        'Passkey authentication ceremony canceled.',
      ),
      'no line': NETWORK_ERROR,
    },
    openSession: { 'the session is open': { output: true } },
  },
};

async function open({ app, page }: WalkContext): Promise<PageDriver> {
  const [right, unconfirmed, invited] = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
  await setPoolStatus(app, unconfirmed, 'UNCONFIRMED');
  await setPoolStatus(app, invited, 'FORCE_CHANGE_PASSWORD');
  await page.goto('/signin');
  const authenticator = await addWalkAuthenticator(page);
  await authenticator.registerPasskey(app.url, right);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const fill = (person: { email: string; password: string }) => async () => {
    // Emptied first, because filling in the same text is no edit.
    await email.fill('');
    await email.fill(person.email);
    await password.fill(person.password);
  };
  const press = (name: string) => createButtonPress(page, name);
  return {
    userActions: {
      'fill in a known user': fill(right),
      'fill in a wrong password': fill({ ...right, password: 'not the password' }),
      'fill in an unconfirmed user': fill(unconfirmed),
      'fill in an invited user': fill(invited),
      'empty the email': () => email.fill(''),
      'press Sign In': press('Sign In'),
      'press Use a passkey': press('Use a passkey'),
      'press Use a passkey without an email': press('Use a passkey'),
    },
    prepareOutcome: {
      'signIn: no line': abortRequest,
      'signInByPasskey: no line': abortRequest,
      'signInByPasskey: called off': async (): Promise<RequestDecision> => {
        await authenticator.refuseVerification();
        return 'through';
      },
    },
  };
}

function expects({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  if (snapshot.hasTag('done')) return { path: '/', title: 'Home' };
  if (snapshot.hasTag('toConfirm')) return { path: '/confirm', title: 'Confirm your Email' };
  if (snapshot.hasTag('toReset')) return { path: '/forgot', title: 'Recover your Password' };
  const { error } = snapshot.context as { error: string };
  return {
    path: '/signin',
    title: 'Sign into your Cruddur account',
    errors: snapshot.hasTag('failed') ? [error] : [],
    busy: snapshot.hasTag('passkey') ? ['Use a passkey'] : snapshot.hasTag('busy') ? ['Sign In'] : [],
  };
}

export const signInWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: { signIn: 'InitiateAuth', signInByPasskey: 'InitiateAuth', openSession: 'GetUser' },
  leftOut: leftOut['sign-in'],
};
