import { expect, test } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { confirmMachine } from '../../../../client/src/account/sign-in/confirm.machine.ts';
import { formMachine } from '../../../../client/src/base/machines/form.machine.ts';
import { recoveryMachine } from '../../../../client/src/account/sign-in/recovery.machine.ts';
import { signInMachine } from '../../../../client/src/account/sign-in/sign-in.machine.ts';
import { signUpMachine } from '../../../../client/src/account/sign-in/sign-up.machine.ts';
import { startMachine } from '../start-machine.ts';

const email = 'ada@example.com';
const [password, code] = ['lemoncake9', '402918'];
const passwords = { password, passwordAgain: password };

type Call = 'signIn' | 'signUp' | 'confirm' | 'sendCode' | 'reset' | 'submit';
type Form = [Call, AnyStateMachine, input: object, press: AnyEventObject, fallback: string];

const UNKNOWN = 'An unknown error has occurred.';
const fields = { name: 'Ada', email, handle: 'ada', password };
const [sendsCode, hasCode] = [{ sentTo: '' }, { sentTo: email }];

/** With what each shows when the failure is unknown. */
const forms: Form[] = [
  ['signIn', signInMachine, {}, { type: 'SUBMIT', email, password }, 'An unknown error occurred'],
  ['signUp', signUpMachine, {}, { type: 'SUBMIT', fields }, 'Signup failed'],
  ['confirm', confirmMachine, {}, { type: 'CONFIRM', email, code }, UNKNOWN],
  ['sendCode', recoveryMachine, sendsCode, { type: 'SEND', email }, UNKNOWN],
  ['reset', recoveryMachine, hasCode, { type: 'RESET', code, ...passwords }, UNKNOWN],
  ['submit', formMachine, { errors: [] }, { type: 'SUBMIT', fields }, UNKNOWN],
];

test.each(forms)(
  'a form that calls %s makes no second call within 300 ms, shows what failed, and stores no secret',
  async (...row) => {
    const [call, machine, input, press, fallback] = row;
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
    fail('LimitExceededException', 'LimitExceeded: 5 of 5');
    await expect.poll(errors).toBe('Attempt limit exceeded, please try after some time.');
    form.clock.increment(299);
    form.send(press);
    expect(calls).toHaveLength(1);
    form.clock.increment(1);
    form.send(press);
    expect([calls.length, errors()]).toEqual([2, '']);
    failWith(new Error('boom'));
    await expect.poll(errors).toBe(fallback);
    form.send({ type: 'EDIT' });
    expect(errors()).toBe('');
    form.send(press);
    expect(calls).toHaveLength(3);
    expect(seen.join()).not.toMatch(/lemoncake|analytical|402918/);
  },
);
