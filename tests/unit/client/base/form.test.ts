import { expect, test } from 'vitest';
import { checksOf, formMachine } from '../../../../client/src/base/machines/form.machine.ts';
import { startMachine } from '../start-machine.ts';

const check = (fields: unknown) => (fields === '' ? ['Enter something', 'And something else'] : []);

function start(errors: string[] = []) {
  const parts = startMachine(formMachine.provide(checksOf(check)), ['submit'], { input: () => ({ errors }) });
  const press = (fields = 'words') => parts.send({ type: 'SUBMIT', fields });
  return { ...parts, press, errors: () => parts.context().errors };
}

test('[SETTINGS-1] a success stays until the next edit, and the form can be sent again', async () => {
  const { send, has, submit, press, reaches } = start();
  press();
  expect(submit.calls).toEqual([{ fields: 'words' }]);
  submit.succeed();
  await reaches('done');
  send({ type: 'EDIT' });
  expect(has('done')).toBe(false);
  press();
  expect(submit.calls).toHaveLength(2);
});

test('[SETTINGS-1] invalid fields are not sent, all their errors are shown, and a correction is sent at once', () => {
  const { submit, press, errors } = start();
  press('');
  expect([errors(), submit.calls]).toEqual([['Enter something', 'And something else'], []]);
  press();
  expect([errors(), submit.calls]).toEqual([[], [{ fields: 'words' }]]);
});

test('[ACCOUNT-8] an error that is there from the start goes with the first edit', () => {
  const { send, errors } = start(['@ada is taken here']);
  expect(errors()).toEqual(['@ada is taken here']);
  send({ type: 'EDIT' });
  expect(errors()).toEqual([]);
});
