import { NO_LINE, WRONG_CODE, refusal } from '../../../client/src/machines/samples/refusals.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { CONFIRM_WORDS, confirmMachine } from '../../../client/src/machines/confirm.machine.ts';
import { newcomer, signUpInput } from '../../support/local-pool/people.ts';
import { idp, mailedCode } from '../../support/people.ts';
import { leftOut } from '../left-out.ts';
import type { Act, Model } from '../paths/model.ts';
import type { Moment } from '../paths/moment.ts';
import { cutTheLine } from '../walk/line.ts';
import { pressOn } from '../walk/press.ts';
import { clock } from '../walk/shown.ts';
import type { Cast, Stage, World } from '../walk/world.ts';

const [email, code] = ['somebody@example.com', '123456'];
/** Who signed up in this tab goes on into the app by itself; who came by a link from elsewhere does not. */
const ways = ['joined', 'linked'];
const of = (...forms: string[]) => ways.flatMap((way) => forms.map((form) => `${way}, ${form}`));
const forms = ['blank', 'no email', 'right', 'wrong'];

/** The same act on either way here. */
function either(name: string, act: (scene: (form: string) => string) => Act): Record<string, Act> {
  return Object.fromEntries(ways.map((way) => [`${name} (${way})`, act((form) => `${way}, ${form}`)]));
}

const fill = (form: string) => (scene: (form: string) => string) => ({
  event: { type: 'EDIT' },
  given: forms.map(scene),
  leaves: scene(form),
});

const model: Model = {
  machine: confirmMachine,
  scene: 'elsewhere',
  acts: {
    'sign up and arrive': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'joined, blank' },
    'arrive by a link': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'linked, blank' },
    ...either('fill in the code', fill('right')),
    ...either('fill in a wrong code', fill('wrong')),
    ...either('empty the email', fill('no email')),
    'press Confirm': { event: { type: 'CONFIRM', email, code }, given: of('right', 'wrong') },
    'press Confirm without a code': { event: { type: 'CONFIRM', email, code: '' }, given: of('blank') },
    'press Confirm without an email': {
      event: { type: 'CONFIRM', email: '', code: '' },
      given: of('no email'),
    },
    'press Resend': { event: { type: 'RESEND', email }, given: of('blank', 'wrong') },
    'press Resend without an email': { event: { type: 'RESEND', email: '' }, given: of('no email') },
  },
  endings: {
    confirm: {
      confirmed: { output: null, given: of('right') },
      'a wrong code': {
        ...WRONG_CODE,
        given: of('wrong'),
      },
    },
    resend: { 'a code is sent': { output: null }, 'no line': NO_LINE },
    autoSignIn: {
      'let in': { output: 'DONE', given: of('right').slice(0, 1) },
      'nothing to go on with': { ...refusal('AutoSignInException', 'not started'), given: ['linked, right'] },
    },
  },
  isOver: (snapshot) => snapshot.hasTag('done'),
};

function open({ app, page }: Stage): Cast {
  const person = newcomer();
  const [address, digits] = [page.getByLabel('Email'), page.getByLabel('Confirmation Code')];
  const fillIn = (text: () => string | Promise<string>) => async () => {
    await address.fill(person.email);
    await digits.fill('');
    await digits.fill(await text());
  };
  const onBoth = (name: string, act: () => Promise<void>) =>
    Object.fromEntries(ways.map((way) => [`${name} (${way})`, act]));
  return {
    acts: {
      async 'sign up and arrive'() {
        await page.goto('/signup');
        await page.getByLabel('Name', { exact: true }).fill(person.name);
        await page.getByLabel('Email').fill(person.email);
        await page.getByLabel('Username').fill(person.handle);
        await page.getByLabel('Password', { exact: true }).fill(person.password);
        await pressOn(page, 'Sign Up')();
        await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
      },
      async 'arrive by a link'() {
        await idp(app.url, 'SignUp', signUpInput(person));
        await page.goto(`/confirm?email=${encodeURIComponent(person.email)}`);
      },
      ...onBoth(
        'fill in the code',
        fillIn(() => mailedCode(app.url, person.email)),
      ),
      ...onBoth(
        'fill in a wrong code',
        fillIn(() => '000000'),
      ),
      ...onBoth('empty the email', async () => {
        await address.fill(person.email);
        await address.fill('');
      }),
      'press Confirm': pressOn(page, 'Confirm Email'),
      'press Confirm without a code': pressOn(page, 'Confirm Email'),
      'press Confirm without an email': pressOn(page, 'Confirm Email'),
      'press Resend': pressOn(page, 'Resend Activation Code'),
      'press Resend without an email': pressOn(page, 'Resend Activation Code'),
    },
    endings: { 'resend: no line': cutTheLine },
  };
}

function expects({ snapshot, scene }: Moment) {
  if (scene === 'elsewhere') return {};
  if (snapshot.hasTag('done')) return { path: '/' };
  // Who came by a link is sent home in the same breath.
  if (scene.startsWith('linked') && snapshot.matches({ email: 'confirmed' })) return {};
  const { error, secondsLeft } = snapshot.context as { error: string; secondsLeft: number };
  return {
    path: '/confirm',
    title: 'Confirm your Email',
    errors: error === '' ? [] : [error],
    busy: busyOf(snapshot),
    waiting: snapshot.hasTag('waiting') ? [`Resend Activation Code ${clock(secondsLeft)}`] : [],
    notices: snapshot.hasTag('sent') ? [CONFIRM_WORDS.sent] : [],
  };
}

function busyOf(snapshot: AnyMachineSnapshot): string[] {
  const words = { busy: 'Confirm Email', resending: 'Resend Activation Code' };
  return Object.entries(words).flatMap(([tag, text]) => (snapshot.hasTag(tag) ? [text] : []));
}

export const confirmWorld: World = {
  ...{ model, open, expects },
  calls: { confirm: 'ConfirmSignUp', resend: 'ResendConfirmationCode', autoSignIn: 'InitiateAuth' },
  asksNothing: (actor, scene) => actor === 'autoSignIn' && scene.startsWith('linked'),
  leftOut: leftOut.confirm,
};
