import { NO_LINE, WRONG_CODE } from '../../../client/src/machines/samples/refusals.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { RECOVERY_SENT, recoveryMachine } from '../../../client/src/machines/recovery.machine.ts';
import { mailedCode } from '../../support/people.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import { cutTheLine } from '../walk/line.ts';
import { pressOn } from '../walk/press.ts';
import { clock } from '../walk/shown.ts';
import type { Cast, Stage, World } from '../walk/world.ts';

const NEW_PASSWORD = 'another long one';
const reset = { type: 'RESET', code: '123456', password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
const first = ['empty', 'known'];
const second = ['blank', 'right', 'wrong', 'no password', 'differing'];
const edit = (leaves: string, given: readonly string[]) => ({ event: { type: 'EDIT' }, leaves, given });

const model: Model = {
  machine: recoveryMachine,
  input: { sentTo: '' },
  scene: 'empty',
  acts: {
    'fill in an email': edit('known', first),
    'empty the email': edit('empty', first),
    'press Send': { event: { type: 'SEND', email: 'somebody@example.com' }, given: ['known'] },
    'press Send without an email': { event: { type: 'SEND', email: '' }, given: ['empty'] },
    'fill in the code': edit('right', second),
    'fill in a wrong code': edit('wrong', second),
    'fill in no password': edit('no password', second),
    'fill in two passwords': edit('differing', second),
    'type on': { event: { type: 'EDIT' }, given: ['right', 'wrong'] },
    'press Reset': { event: reset, given: ['right', 'wrong'] },
    'press Reset without a code': { event: { ...reset, code: '' }, given: ['blank'] },
    'press Reset without a password': { event: { ...reset, password: '' }, given: ['no password'] },
    'press Reset with two passwords': { event: { ...reset, passwordAgain: '' }, given: ['differing'] },
    'press Send Another Code': { event: { type: 'RESEND' }, given: ['wrong'] },
  },
  endings: {
    sendCode: {
      'a code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE', given: ['known'], leaves: 'blank' },
      'another code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE', given: ['wrong'] },
      'no line': NO_LINE,
    },
    reset: {
      'the password is new': { output: undefined, given: ['right'] },
      'a wrong code': {
        ...WRONG_CODE,
        given: ['wrong'],
      },
    },
  },
};

async function open({ app, page }: Stage): Promise<Cast> {
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
    acts: {
      'fill in an email': async () => {
        await email.fill('');
        await email.fill(person.email);
      },
      'empty the email': () => email.fill(''),
      'press Send': pressOn(page, 'Send Recovery Code'),
      'press Send without an email': pressOn(page, 'Send Recovery Code'),
      'fill in the code': fill(() => mailedCode(app.url, person.email)),
      'fill in a wrong code': fill(() => '000000'),
      'fill in no password': fill(() => '000000', '', 'x'),
      'fill in two passwords': fill(() => '000000', NEW_PASSWORD, 'x'),
      'type on': typeOn,
      'press Reset': pressOn(page, 'Reset Password'),
      'press Reset without a code': pressOn(page, 'Reset Password'),
      'press Reset without a password': pressOn(page, 'Reset Password'),
      'press Reset with two passwords': pressOn(page, 'Reset Password'),
      'press Send Another Code': pressOn(page, 'Send Another Code'),
    },
    endings: { 'sendCode: no line': cutTheLine },
  };
}

function expects({ snapshot }: { snapshot: AnyMachineSnapshot }) {
  const title = 'Recover your Password';
  if (snapshot.hasTag('success')) return { title, notices: ['Your password has been successfully reset!'] };
  const { error, secondsLeft, resent } = snapshot.context as {
    error: string;
    secondsLeft: number;
    resent: boolean;
  };
  const button = snapshot.hasTag('sendCode') ? 'Send Recovery Code' : 'Reset Password';
  const resending = snapshot.hasTag('resending') ? ['Send Another Code'] : [];
  return {
    path: '/forgot',
    title,
    errors: error === '' ? [] : [error],
    busy: [...(snapshot.hasTag('busy') ? [button] : []), ...resending],
    waiting: snapshot.hasTag('waiting') ? [`Send Another Code ${clock(secondsLeft)}`] : [],
    notices: resent ? [RECOVERY_SENT] : [],
  };
}

export const recoveryWorld: World = {
  ...{ model, open, expects },
  calls: { sendCode: 'ForgotPassword', reset: 'ConfirmForgotPassword' },
  leftOut: leftOut.recovery,
};
