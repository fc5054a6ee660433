import { NO_LINE, refusal } from '../../../client/src/machines/samples/refusals.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { signUpMachine, type SignUpFields } from '../../../client/src/machines/sign-up.machine.ts';
import { newcomer, type Newcomer } from '../../support/local-pool/people.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import { cutTheLine } from '../walk/line.ts';
import { pressOn } from '../walk/press.ts';
import type { Cast, Stage, World } from '../walk/world.ts';

const fields: SignUpFields = { name: 'N', email: 'n@example.com', handle: 'nnn', password: 'some password' };
const edit = (leaves: string) => ({ event: { type: 'EDIT' }, leaves });

const model: Model = {
  machine: signUpMachine,
  scene: 'empty',
  acts: {
    'fill in somebody new': edit('new'),
    'fill in an email that has an account': edit('taken'),
    'fill in no name': edit('nameless'),
    'press Sign Up': { event: { type: 'SUBMIT', fields }, given: ['new', 'taken'] },
    'press Sign Up without a name': {
      event: { type: 'SUBMIT', fields: { ...fields, name: '' } },
      given: ['nameless'],
    },
  },
  endings: {
    signUp: {
      'the account is made': { output: null, given: ['new'] },
      'it exists': { ...refusal('UsernameExistsException', 'An account exists.'), given: ['taken'] },
      'no line': NO_LINE,
    },
  },
};

async function open({ app, page }: Stage): Promise<Cast> {
  const known = await app.signUp();
  await page.goto('/signup');
  const fill = (person: () => Newcomer) => async () => {
    const { name, email, handle, password } = person();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Username').fill(handle);
    await page.getByLabel('Password', { exact: true }).fill(password);
  };
  return {
    acts: {
      'fill in somebody new': fill(newcomer),
      'fill in an email that has an account': fill(() => ({ ...newcomer(), email: known.email })),
      'fill in no name': fill(() => ({ ...newcomer(), name: '' })),
      'press Sign Up': pressOn(page, 'Sign Up'),
      'press Sign Up without a name': pressOn(page, 'Sign Up'),
    },
    endings: { 'signUp: no line': cutTheLine },
  };
}

function expects({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  if (snapshot.hasTag('done')) return { path: '/confirm', title: 'Confirm your Email' };
  const { errors } = snapshot.context as { errors: string[] };
  return {
    path: '/signup',
    title: 'Sign up to create a Cruddur account',
    errors,
    busy: snapshot.hasTag('busy') ? ['Sign Up'] : [],
  };
}

export const signUpWorld: World = {
  ...{ model, open, expects },
  calls: { signUp: 'SignUp' },
  leftOut: leftOut['sign-up'],
};
