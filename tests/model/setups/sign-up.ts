import { NETWORK_ERROR, providerError } from '../../../client/devtools/samples/sample-values.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { signUpMachine, type SignUpFields } from '../../../client/src/account/sign-in/sign-up.machine.ts';
import { createSignUpDetails, type SignUpDetails } from '../../support/local-pool/people.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import { abortRequest } from '../walk/request-gate.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';

const fields: SignUpFields = { name: 'N', email: 'n@example.com', handle: 'nnn', password: 'some password' };
const edit = (leaves: string) => ({ event: { type: 'EDIT' }, leaves });

const model: Model = {
  machine: signUpMachine,
  initialEnvironment: 'empty',
  userActions: {
    'fill in a new user': edit('new'),
    'fill in an email that has an account': edit('taken'),
    // Filling in nothing again is no edit of the name, whose error stays.
    'fill in no name': { ...edit('nameless'), given: ['empty', 'new', 'taken'] },
    'press Sign Up': { event: { type: 'SUBMIT', fields }, given: ['new', 'taken'] },
    'press Sign Up without a name': {
      event: { type: 'SUBMIT', fields: { ...fields, name: '' } },
      given: ['nameless'],
    },
  },
  actorOutcomes: {
    signUp: {
      'the account is created': { output: null, given: ['new'] },
      'it exists': { ...providerError('UsernameExistsException', 'An account exists.'), given: ['taken'] },
      'no line': NETWORK_ERROR,
    },
  },
};

async function open({ app, page }: WalkContext): Promise<PageDriver> {
  const known = await app.signUp();
  await page.goto('/signup');
  const fill = (person: () => SignUpDetails) => async () => {
    const { name, email, handle, password } = person();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Username').fill(handle);
    await page.getByLabel('Password', { exact: true }).fill(password);
  };
  return {
    userActions: {
      'fill in a new user': fill(createSignUpDetails),
      'fill in an email that has an account': fill(() => ({ ...createSignUpDetails(), email: known.email })),
      'fill in no name': fill(() => ({ ...createSignUpDetails(), name: '' })),
      'press Sign Up': createButtonPress(page, 'Sign Up'),
      'press Sign Up without a name': createButtonPress(page, 'Sign Up'),
    },
    prepareOutcome: { 'signUp: no line': abortRequest },
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

export const signUpWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: { signUp: 'SignUp' },
  leftOut: leftOut['sign-up'],
};
