import { NO_LINE, NOT_AUTHORIZED, refusal } from '../../../client/src/machines/samples/refusals.ts';
import { signInMachine } from '../../../client/src/machines/sign-in.machine.ts';
import type { AnyMachineSnapshot } from 'xstate';
import type { Model } from '../paths/model.ts';
import type { Cast, Stage, World } from '../walk/world.ts';
import { addAuthenticator } from '../walk/authenticator.ts';
import { leftOut } from '../left-out.ts';
import { pressOn } from '../walk/press.ts';
import { cutTheLine, type Fate } from '../walk/line.ts';
import { setStatus } from '../walk/pool-status.ts';

const fields = { email: 'somebody@example.com', password: 'some password' };
const edit = (leaves: string) => ({ event: { type: 'EDIT' }, leaves });
const filled = ['right', 'wrong', 'unconfirmed', 'invited'];

const model: Model = {
  machine: signInMachine,
  scene: 'empty',
  acts: {
    'fill in who is known': edit('right'),
    'fill in a wrong password': edit('wrong'),
    'fill in who is not confirmed': edit('unconfirmed'),
    'fill in who was invited': edit('invited'),
    'empty the email': edit('empty'),
    'press Sign In': { event: { type: 'SUBMIT', ...fields }, given: filled },
    'press Use a passkey': { event: { type: 'PASSKEY', email: fields.email }, given: filled },
    'press Use a passkey without an email': { event: { type: 'PASSKEY', email: '' }, given: ['empty'] },
  },
  endings: {
    signIn: {
      'let in': { output: 'DONE', given: ['right'] },
      'a wrong password': {
        ...NOT_AUTHORIZED,
        given: ['wrong'],
      },
      'not confirmed': { output: 'CONFIRM_SIGN_UP', given: ['unconfirmed'] },
      'a new password is wanted': {
        output: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
        given: ['invited'],
      },
      'no line': NO_LINE,
    },
    signInByPasskey: {
      'let in': { output: 'DONE', given: ['right', 'wrong'] },
      "somebody else's passkey": {
        ...NOT_AUTHORIZED,
        given: ['invited'],
      },
      'called off': refusal('PasskeyAuthenticationCanceled', 'Passkey authentication ceremony canceled.'),
      'no line': NO_LINE,
    },
    openSession: { 'the session is open': { output: true } },
  },
};

async function open({ app, page }: Stage): Promise<Cast> {
  const [right, unconfirmed, invited] = await Promise.all([app.signUp(), app.signUp(), app.signUp()]);
  await setStatus(app, unconfirmed, 'UNCONFIRMED');
  await setStatus(app, invited, 'FORCE_CHANGE_PASSWORD');
  await page.goto('/signin');
  const authenticator = await addAuthenticator(page);
  await authenticator.register(app.url, right);
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const fill = (person: { email: string; password: string }) => async () => {
    // Emptied first, because filling in the same once more is no edit.
    await email.fill('');
    await email.fill(person.email);
    await password.fill(person.password);
  };
  const press = (name: string) => pressOn(page, name);
  return {
    acts: {
      'fill in who is known': fill(right),
      'fill in a wrong password': fill({ ...right, password: 'not the password' }),
      'fill in who is not confirmed': fill(unconfirmed),
      'fill in who was invited': fill(invited),
      'empty the email': () => email.fill(''),
      'press Sign In': press('Sign In'),
      'press Use a passkey': press('Use a passkey'),
      'press Use a passkey without an email': press('Use a passkey'),
    },
    endings: {
      'signIn: no line': cutTheLine,
      'signInByPasskey: no line': cutTheLine,
      'signInByPasskey: called off': async (): Promise<Fate> => {
        await authenticator.refuse();
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

export const signInWorld: World = {
  model,
  open,
  expects,
  calls: { signIn: 'InitiateAuth', signInByPasskey: 'InitiateAuth', openSession: 'GetUser' },
  leftOut: leftOut['sign-in'],
};
