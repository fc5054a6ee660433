import {
  NETWORK_ERROR,
  WRONG_CODE_ERROR,
  providerError,
} from '../../../client/devtools/samples/sample-values.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { CONFIRM_MESSAGES, confirmMachine } from '../../../client/src/account/sign-in/confirm.machine.ts';
import { createSignUpDetails, signUpInput } from '../../support/local-pool/people.ts';
import { callPool, waitForMailedCode } from '../../support/people.ts';
import { leftOut } from '../left-out.ts';
import type { UserAction, Model } from '../paths/model.ts';
import type { ModelState } from '../paths/model-state.ts';
import { abortRequest } from '../walk/request-gate.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';

const [email, code] = ['stranger@example.com', '123456'];
/** A user who signed up in this tab continues into the app; a user who followed a link does not. */
const arrivals = ['joined', 'linked'];
const environmentsFor = (...forms: string[]) =>
  arrivals.flatMap((way) => forms.map((form) => `${way}, ${form}`));
const forms = ['blank', 'no email', 'right', 'wrong'];

/** The same action for both inputs. */
function forBothArrivals(
  name: string,
  createAction: (environmentFor: (form: string) => string) => UserAction,
): Record<string, UserAction> {
  return Object.fromEntries(
    arrivals.map((way) => [`${name} (${way})`, createAction((form) => `${way}, ${form}`)]),
  );
}

const fill = (form: string) => (environmentFor: (form: string) => string) => ({
  event: { type: 'EDIT' },
  given: forms.map(environmentFor),
  leaves: environmentFor(form),
});

const clock = { ms: 0 };

const model: Model = {
  machine: confirmMachine,
  input: { now: () => clock.ms },
  clock,
  initialEnvironment: 'elsewhere',
  userActions: {
    'sign up and arrive': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'joined, blank' },
    'arrive by a link': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'linked, blank' },
    ...forBothArrivals('fill in the code', fill('right')),
    ...forBothArrivals('fill in a wrong code', fill('wrong')),
    ...forBothArrivals('empty the email', fill('no email')),
    'press Confirm': { event: { type: 'CONFIRM', email, code }, given: environmentsFor('right', 'wrong') },
    'press Confirm without a code': {
      event: { type: 'CONFIRM', email, code: '' },
      given: environmentsFor('blank'),
    },
    'press Confirm without an email': {
      event: { type: 'CONFIRM', email: '', code },
      given: environmentsFor('no email'),
    },
    'press Resend': { event: { type: 'RESEND', email }, given: environmentsFor('blank', 'wrong') },
    'press Resend without an email': {
      event: { type: 'RESEND', email: '' },
      given: environmentsFor('no email'),
    },
  },
  actorOutcomes: {
    confirm: {
      confirmed: { output: null, given: environmentsFor('right') },
      'a wrong code': {
        ...WRONG_CODE_ERROR,
        given: environmentsFor('wrong'),
      },
    },
    resend: { 'a code is sent': { output: null }, 'no line': NETWORK_ERROR },
    autoSignIn: {
      'let in': { output: 'DONE', given: environmentsFor('right').slice(0, 1) },
      'no automatic sign-in': {
        ...providerError('AutoSignInException', 'not started'),
        given: ['linked, right'],
      },
    },
  },
  hasLeftPage: (snapshot) => snapshot.hasTag('done'),
};

function open({ app, page }: WalkContext): PageDriver {
  const person = createSignUpDetails();
  const [address, digits] = [page.getByLabel('Email'), page.getByLabel('Confirmation Code')];
  const fillIn = (text: () => string | Promise<string>) => async () => {
    await address.fill(person.email);
    await digits.fill('');
    await digits.fill(await text());
  };
  const onBoth = (name: string, createAction: () => Promise<void>) =>
    Object.fromEntries(arrivals.map((way) => [`${name} (${way})`, createAction]));
  return {
    userActions: {
      async 'sign up and arrive'() {
        await page.goto('/signup');
        await page.getByLabel('Name', { exact: true }).fill(person.name);
        await page.getByLabel('Email').fill(person.email);
        await page.getByLabel('Username').fill(person.handle);
        await page.getByLabel('Password', { exact: true }).fill(person.password);
        await createButtonPress(page, 'Sign Up')();
        await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
      },
      async 'arrive by a link'() {
        await callPool(app.url, 'SignUp', signUpInput(person));
        await page.goto(`/confirm?email=${encodeURIComponent(person.email)}`);
      },
      ...onBoth(
        'fill in the code',
        fillIn(() => waitForMailedCode(app.url, person.email)),
      ),
      ...onBoth(
        'fill in a wrong code',
        fillIn(() => '000000'),
      ),
      ...onBoth('empty the email', async () => {
        await address.fill(person.email);
        await address.fill('');
        await digits.fill('000000');
      }),
      'press Confirm': createButtonPress(page, 'Confirm Email'),
      'press Confirm without a code': createButtonPress(page, 'Confirm Email'),
      'press Confirm without an email': createButtonPress(page, 'Confirm Email'),
      'press Resend': createButtonPress(page, 'Resend Activation Code'),
      'press Resend without an email': createButtonPress(page, 'Resend Activation Code'),
    },
    prepareOutcome: { 'resend: no line': abortRequest },
  };
}

function expects({ snapshot, environment }: ModelState) {
  if (environment === 'elsewhere') return {};
  if (snapshot.hasTag('done')) return { path: '/' };
  // A user who followed a link is redirected to home at once.
  if (environment.startsWith('linked') && snapshot.matches({ email: 'confirmed' })) return {};
  const { errors } = snapshot.context as { errors: string[] };
  return {
    path: '/confirm',
    title: 'Confirm your Email',
    errors,
    busy: busyOf(snapshot),
    waiting: snapshot.hasTag('waiting') ? ['Resend Activation Code'] : [],
    notices: snapshot.hasTag('sent') ? [CONFIRM_MESSAGES.sent] : [],
  };
}

function busyOf(snapshot: AnyMachineSnapshot): string[] {
  const words = { busy: 'Confirm Email', resending: 'Resend Activation Code' };
  return Object.entries(words).flatMap(([tag, text]) => (snapshot.hasTag(tag) ? [text] : []));
}

export const confirmWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: {
    confirm: 'ConfirmSignUp',
    resend: 'ResendConfirmationCode',
    autoSignIn: 'InitiateAuth',
  },
  hasNoRequest: (actor, environment) => actor === 'autoSignIn' && environment.startsWith('linked'),
  leftOut: leftOut.confirm,
};
