import { NETWORK_ERROR, WRONG_CODE_ERROR } from '../../../client/devtools/samples/sample-values.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { RECOVERY_SENT, recoveryMachine } from '../../../client/src/account/sign-in/recovery.machine.ts';
import { waitForMailedCode } from '../../support/people.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import { abortRequest } from '../walk/request-gate.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';

const NEW_PASSWORD = 'another long one';
const reset = { type: 'RESET', code: '123456', password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
const first = ['empty', 'known'];
const second = ['blank', 'right', 'wrong', 'no password', 'differing'];
/** An invalid field that is filled in with the same again keeps its error. */
const edit = (leaves: string, given: readonly string[]) => ({
  event: { type: 'EDIT' },
  leaves,
  given: given.filter(
    (environment) => environment !== leaves || ['known', 'right', 'wrong'].includes(leaves),
  ),
});

const clock = { ms: 0 };

const model: Model = {
  machine: recoveryMachine,
  input: { sentTo: '', now: () => clock.ms },
  clock,
  initialEnvironment: 'empty',
  userActions: {
    'fill in an email': edit('known', first),
    'empty the email': edit('empty', first),
    'press Send': { event: { type: 'SEND', email: 'stranger@example.com' }, given: ['known'] },
    'press Send without an email': { event: { type: 'SEND', email: '' }, given: ['empty'] },
    'fill in the code': edit('right', second),
    'fill in a wrong code': edit('wrong', second),
    'fill in no password': edit('no password', second),
    'fill in two passwords': edit('differing', second),
    'type on': { event: { type: 'EDIT' }, given: ['right', 'wrong'] },
    'press Reset': { event: reset, given: ['right', 'wrong'] },
    'press Reset without a code': { event: { ...reset, code: '' }, given: ['blank'] },
    'press Reset without a password': { event: { ...reset, password: '' }, given: ['no password'] },
    'press Reset with two passwords': { event: { ...reset, passwordAgain: 'x' }, given: ['differing'] },
    'press Send Another Code': { event: { type: 'RESEND' }, given: ['wrong'] },
  },
  actorOutcomes: {
    sendCode: {
      'a code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE', given: ['known'], leaves: 'blank' },
      'another code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE', given: ['wrong'] },
      'no line': NETWORK_ERROR,
    },
    reset: {
      'the password is new': { output: undefined, given: ['right'] },
      'a wrong code': {
        ...WRONG_CODE_ERROR,
        given: ['wrong'],
      },
    },
  },
};

async function open({ app, page }: WalkContext): Promise<PageDriver> {
  const person = await app.signUp();
  await page.goto('/forgot');
  const email = page.getByLabel('Email');
  const code = page.getByLabel('Reset Password Code');
  const password = page.getByLabel('New Password', { exact: true });
  const again = page.getByLabel('New Password Again');
  const fill = (text: () => string | Promise<string>, one = NEW_PASSWORD, other = one) =>
    async function fillIn() {
      await code.fill(await text());
      await password.fill(one);
      await again.fill('');
      await again.fill(other);
    };
  const typeOn = async () => {
    await again.press('End');
    await again.press('x');
    await again.press('Backspace');
  };
  return {
    userActions: {
      'fill in an email': async () => {
        await email.fill('');
        await email.fill(person.email);
      },
      'empty the email': () => email.fill(''),
      'press Send': createButtonPress(page, 'Send Recovery Code'),
      'press Send without an email': createButtonPress(page, 'Send Recovery Code'),
      'fill in the code': fill(() => waitForMailedCode(app.url, person.email)),
      'fill in a wrong code': fill(() => '000000'),
      'fill in no password': fill(() => '000000', '', 'x'),
      'fill in two passwords': fill(() => '000000', NEW_PASSWORD, 'x'),
      'type on': typeOn,
      'press Reset': createButtonPress(page, 'Reset Password'),
      async 'press Reset without a code'() {
        // One error is compared; the unit test covers several.
        await password.fill(NEW_PASSWORD);
        await again.fill(NEW_PASSWORD);
        await createButtonPress(page, 'Reset Password')();
      },
      'press Reset without a password': createButtonPress(page, 'Reset Password'),
      'press Reset with two passwords': createButtonPress(page, 'Reset Password'),
      'press Send Another Code': createButtonPress(page, 'Send Another Code'),
    },
    prepareOutcome: { 'sendCode: no line': abortRequest },
  };
}

function expects({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  const title = 'Recover your Password';
  if (snapshot.hasTag('success')) return { title, notices: ['Your password has been successfully reset!'] };
  const { errors, resent } = snapshot.context as {
    errors: string[];
    resent: boolean;
  };
  const button = snapshot.hasTag('sendCode') ? 'Send Recovery Code' : 'Reset Password';
  const resending = snapshot.hasTag('resending') ? ['Send Another Code'] : [];
  return {
    path: '/forgot',
    title,
    errors,
    busy: [...(snapshot.hasTag('busy') ? [button] : []), ...resending],
    waiting: snapshot.hasTag('waiting') ? ['Send Another Code'] : [],
    notices: resent ? [RECOVERY_SENT] : [],
  };
}

export const recoveryWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: { sendCode: 'ForgotPassword', reset: 'ConfirmForgotPassword' },
  leftOut: leftOut.recovery,
};
