import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { signUpMachine, type SignUpFields } from '../../../client/src/machines/sign-up.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

const fields = { name: 'Ada', email: 'ada@example.com', handle: 'ada', password: 'analytical' };

function start() {
  const clock = new SimulatedClock();
  const signUp = createManualActor<unknown, SignUpFields>();
  const machine = signUpMachine.provide({ actors: { signUp: signUp.logic } });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, signUp, submit: () => actor.send({ type: 'SUBMIT', fields }) };
}

test('[AUTH-8] a sign-up leads to the confirmation with the email', async () => {
  const { actor, signUp, submit } = start();
  submit();
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  expect(signUp.calls).toEqual([fields]);
  signUp.succeed(null);
  expect((await waitForTag(actor, 'done')).context).toEqual({ email: fields.email, errors: [] });
});

test.each([
  ['UsernameExistsException', 'User already exists', 'This username or email is already registered.'],
  ['AliasExistsException', 'Already found an entry', 'This username or email is already registered.'],
  ['InvalidPasswordException', 'Password is too short.', 'Password is too short.'],
  ['Error', '', 'Signup failed'],
])('[AUTH-9] %s shows its message', async (name, message, shown) => {
  const { actor, signUp, submit } = start();
  submit();
  signUp.fail(name, message);
  expect((await waitForTag(actor, 'failed')).context.errors).toEqual([shown]);
});

test('[AUTH-6] the same sign-up again within 300 ms is no second call', async () => {
  const { actor, clock, signUp, submit } = start();
  submit();
  signUp.fail('LimitExceededException', 'Too often');
  await waitForTag(actor, 'failed');
  submit();
  expect(signUp.calls).toHaveLength(1);
  clock.increment(300);
  submit();
  expect(signUp.calls).toHaveLength(2);
  signUp.fail('LimitExceededException', 'Too often');
  await waitForTag(actor, 'failed');
  actor.send({ type: 'EDIT' });
  expect(actor.getSnapshot().hasTag('failed')).toBe(false);
});

test.each([
  ['ad', false],
  ['Ada!', false],
  ['messages', false],
  ['ada', true],
])('[ACCOUNT-17] %s is not sent when it is not available', (handle, isTaken) => {
  const { actor, signUp } = start();
  actor.send({ type: 'SUBMIT', fields: { ...fields, handle }, isTaken });
  expect(actor.getSnapshot().context.errors).toEqual(['Choose another username']);
  expect(signUp.calls).toEqual([]);
});

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@@example.com'])(
  '[ACCOUNT-18] the malformed email %s is not sent',
  (email) => {
    const { actor, signUp } = start();
    actor.send({ type: 'SUBMIT', fields: { ...fields, email } });
    expect(actor.getSnapshot().context.errors).toEqual(['Enter an email address such as name@example.com']);
    expect(signUp.calls).toEqual([]);
  },
);

test('[ACCOUNT-2] all missing fields are shown at once, and nothing is sent', () => {
  const { actor, signUp } = start();
  const send = (some: Partial<SignUpFields>) =>
    actor.send({ type: 'SUBMIT', fields: { name: ' ', email: '', handle: '', password: '', ...some } });
  send({});
  expect(actor.getSnapshot().context.errors).toEqual([
    'Enter your name',
    'Enter your email',
    'Enter a username',
    'Enter a password',
  ]);
  send({ name: 'Ada', handle: 'ada', password: 'analytical' });
  expect(actor.getSnapshot().context.errors).toEqual(['Enter your email']);
  expect(signUp.calls).toEqual([]);
  send(fields);
  expect(signUp.calls).toEqual([fields]);
});
