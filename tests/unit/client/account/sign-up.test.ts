import { expect, test } from 'vitest';
import { signUpMachine, type SignUpFields } from '../../../../client/src/account/sign-in/sign-up.machine.ts';
import { startMachine } from '../start-machine.ts';

const fields = { name: 'Ada', email: 'ada@example.com', handle: 'ada', password: 'analytical' };

function start() {
  const parts = startMachine(signUpMachine, ['signUp']);
  const submit = (other: Partial<SignUpFields> = {}, isTaken = false) =>
    parts.send({ type: 'SUBMIT', fields: { ...fields, ...other }, isTaken });
  return { ...parts, submit, errors: () => parts.context().errors };
}

test('[AUTH-8] a sign-up leads to the confirmation with the email', async () => {
  const { signUp, submit, has, reaches, context } = start();
  submit();
  expect(has('busy')).toBe(true);
  expect(signUp.calls).toEqual([fields]);
  signUp.succeed();
  await reaches('done');
  expect(context()).toEqual({ email: fields.email, errors: [] });
});

test.each([
  ['UsernameExistsException', 'User already exists', 'This username or email is already registered.'],
  ['AliasExistsException', 'Already found an entry', 'This username or email is already registered.'],
  ['InvalidPasswordException', 'Password is too short.', 'This password is not accepted, choose another'],
  ['InvalidParameterException', 'Attributes did not conform to the schema: name: String', 'Signup failed'],
])('[AUTH-9, WORDS-1] %s shows its text, and never that of the provider', async (name, message, shown) => {
  const { signUp, submit, reaches, errors } = start();
  submit();
  signUp.fail(name, message);
  await reaches('failed');
  expect(errors()).toEqual([shown]);
});

test.each([
  ['ad', false],
  ['Ada!', false],
  ['messages', false],
  ['ada', true],
])('[ACCOUNT-1] %s is not sent when it is not available', (handle, isTaken) => {
  const { signUp, submit, errors } = start();
  submit({ handle }, isTaken);
  expect(errors()).toEqual(['Choose another username']);
  expect(signUp.calls).toEqual([]);
});

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@@example.com'])(
  '[ACCOUNT-2] the malformed email %s is not sent',
  (email) => {
    const { signUp, submit, errors } = start();
    submit({ email });
    expect(errors()).toEqual(['Enter an email address such as name@example.com']);
    expect(signUp.calls).toEqual([]);
  },
);

test.each([
  [{ name: 'a'.repeat(51) }, 'Enter a name of at most 50 characters'],
  [{ name: 'Cruddur Support' }, 'This name is not allowed, choose another'],
  [{ email: `${'a'.repeat(120)}@example.com` }, 'Enter an email address of at most 128 characters'],
  [{ password: '1234567' }, 'Enter a password of at least 8 characters'],
  [{ password: 'a'.repeat(257) }, 'Enter a password of at most 256 characters'],
])('[ACCOUNT-2] what the pool would refuse is not sent: %o', (wrong, message) => {
  const { signUp, submit, errors } = start();
  submit(wrong);
  expect(errors()).toEqual([message]);
  expect(signUp.calls).toEqual([]);
});

test('[ACCOUNT-2] all missing fields are shown at once, and nothing is sent', () => {
  const { signUp, submit, errors } = start();
  submit({ name: ' ', email: '', handle: '', password: '' });
  const all = ['Enter your name', 'Enter your email', 'Enter a username', 'Enter a password'];
  expect(errors()).toEqual(all);
  submit({ email: '' });
  expect(errors()).toEqual(['Enter your email']);
  expect(signUp.calls).toEqual([]);
  submit();
  expect(signUp.calls).toEqual([fields]);
});
