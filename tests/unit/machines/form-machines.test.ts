import { expect, test } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { changePasswordMachine } from '../../../client/src/machines/change-password.machine.ts';
import { chooseHandleMachine } from '../../../client/src/machines/choose-handle.machine.ts';
import { confirmMachine } from '../../../client/src/machines/confirm.machine.ts';
import { recoveryMachine } from '../../../client/src/machines/recovery.machine.ts';
import { signInMachine } from '../../../client/src/machines/sign-in.machine.ts';
import { signUpMachine } from '../../../client/src/machines/sign-up.machine.ts';
import { startMachine } from './start-machine.ts';

const email = 'ada@example.com';
const [password, code] = ['lemoncake9', '402918'];
const passwords = { password, passwordAgain: password };

interface FormCase {
  machine: AnyStateMachine;
  input?: object;
  call: 'signIn' | 'signUp' | 'confirm' | 'sendCode' | 'reset' | 'changePassword' | 'save';
  press: AnyEventObject;
  /** Shown when the service gives no message. */
  fallback?: string;
}

const forms: FormCase[] = [
  {
    ...{ machine: signInMachine, call: 'signIn', fallback: 'An unknown error occurred' },
    press: { type: 'SUBMIT', email, password },
  },
  {
    ...{ machine: signUpMachine, call: 'signUp', fallback: 'Signup failed' },
    press: { type: 'SUBMIT', fields: { name: 'Ada', email, handle: 'ada', password } },
  },
  { machine: confirmMachine, call: 'confirm', press: { type: 'CONFIRM', email, code } },
  {
    ...{ machine: recoveryMachine, input: { sentTo: '' }, call: 'sendCode' },
    press: { type: 'SEND', email },
  },
  {
    ...{ machine: recoveryMachine, input: { sentTo: email }, call: 'reset' },
    press: { type: 'RESET', code, ...passwords },
  },
  {
    ...{ machine: changePasswordMachine, call: 'changePassword' },
    press: { type: 'SUBMIT', current: 'analytical', ...passwords },
  },
  {
    ...{ machine: chooseHandleMachine, input: { taken: 'ada' }, call: 'save' },
    press: { type: 'SAVE', handle: 'ada2' },
  },
];

test.each(forms)(
  '[AUTH-6, AUTH-7, AUTH-12] $call of $machine.id is no second call within 300 ms, shows what failed, and stores no secret',
  async ({ machine, input, call, press, fallback = 'An unknown error has occurred.' }) => {
    const form = startMachine(machine, [call], {
      input: (clock): unknown => ({ now: () => clock.now(), ...input }),
    });
    const { calls, fail, failWith } = form[call];
    const seen: string[] = [];
    form.actor.subscribe(({ context }) => seen.push(JSON.stringify(context)));
    const errors = () => {
      const { error, errors: all } = form.context() as { error?: string; errors?: string[] };
      return [all ?? error].flat().join();
    };

    form.send(press);
    form.send(press);
    expect(calls).toHaveLength(1);
    fail('LimitExceededException', 'Attempt limit exceeded');
    await expect.poll(errors).toBe('Attempt limit exceeded');
    form.clock.increment(299);
    form.send(press);
    expect(calls).toHaveLength(1);
    form.clock.increment(1);
    form.send(press);
    expect([calls.length, errors()]).toEqual([2, '']);
    failWith('boom');
    await expect.poll(errors).toBe(fallback);
    form.send({ type: 'EDIT' });
    expect(errors()).toBe('');
    form.send(press);
    expect(calls).toHaveLength(3);
    expect(seen.join()).not.toMatch(/lemoncake|analytical|402918/);
  },
);
