import { expect, test } from 'vitest';
import { N } from '../../../server/local-pool/src/srp/group.ts';
import { createConfirmedPerson, createSignUpDetails, tokensOf } from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { startSrpSignIn, finishSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';

const gateway = await openPool();
const invalidSession = { __type: 'NotAuthorizedException', message: 'Invalid session for the user.' };
const incorrect = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' };

test('a secret block works once', async () => {
  const { responses } = await startSrpSignIn(gateway, await createConfirmedPerson(gateway));
  const answers = await Promise.all([
    finishSrpSignIn(gateway, responses),
    finishSrpSignIn(gateway, responses),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await finishSrpSignIn(gateway, responses)).body).toEqual(invalidSession);
});

test('a wrong proof invalidates the block as well', async () => {
  const { responses } = await startSrpSignIn(gateway, await createConfirmedPerson(gateway));
  const forged = { ...responses, PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64') };
  expect((await finishSrpSignIn(gateway, forged)).body).toEqual(incorrect);
  expect((await finishSrpSignIn(gateway, responses)).body).toEqual(invalidSession);
});

test('a proof of one user signs in no other user', async () => {
  const { responses } = await startSrpSignIn(gateway, await createConfirmedPerson(gateway));
  const other = await createConfirmedPerson(gateway);
  expect((await finishSrpSignIn(gateway, { ...responses, USERNAME: other.sub })).body).toEqual(incorrect);
});

test('a challenge expires after three minutes', async () => {
  const person = await createConfirmedPerson(gateway);
  const inTime = await startSrpSignIn(gateway, person);
  gateway.clock.advance(179_000);
  tokensOf(await finishSrpSignIn(gateway, inTime.responses));
  const late = await startSrpSignIn(gateway, person);
  gateway.clock.advance(180_000);
  expect((await finishSrpSignIn(gateway, late.responses)).body).toEqual(invalidSession);
});

test('[POOL-2] an unknown email gets a stable challenge that no proof can meet', async () => {
  const unknownUser = createSignUpDetails();
  const first = await startSrpSignIn(gateway, unknownUser);
  const second = await startSrpSignIn(gateway, { ...unknownUser, email: unknownUser.email.toUpperCase() });
  const known = await startSrpSignIn(gateway, await createConfirmedPerson(gateway));
  expect(second.challenge.SALT).toBe(first.challenge.SALT);
  expect(second.challenge.USER_ID_FOR_SRP).toBe(first.challenge.USER_ID_FOR_SRP);
  const shape = (challenge: Record<string, string>) =>
    Object.entries(challenge).map(([name, value]) => [name, value.replace(/[^-]/g, 'x').slice(0, 30)]);
  expect(shape(first.challenge)).toEqual(shape(known.challenge));
  expect((await finishSrpSignIn(gateway, first.responses)).body).toEqual(incorrect);
});

test('unusable numbers are refused before anything is stored', async () => {
  const unsafe = [0n, 1n, N - 1n, N, N + 1n, 2n * N, 3n * N - 1n].map((value) => value.toString(16));
  for (const SRP_A of [...unsafe, 'not hex', 'f'.repeat(2000), '']) {
    const answer = await gateway.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: createSignUpDetails().email, SRP_A },
    });
    expect([answer.status, answer.body.__type]).toEqual([400, 'InvalidParameterException']);
  }
});

test('[POOL-9] passwords, verifiers and ephemeral numbers are not stored in clear text', async () => {
  const person = await createConfirmedPerson(gateway, { password: 'findable-password' });
  const { challenge } = await startSrpSignIn(gateway, person);
  const rows = [
    await gateway.db.selectFrom('pool_users').selectAll().execute(),
    await gateway.db.selectFrom('pool_challenges').selectAll().execute(),
    await gateway.db.selectFrom('pool_keys').selectAll().execute(),
  ];
  const dump = JSON.stringify(rows);
  expect(dump).toContain(person.email);
  for (const secret of ['findable-password', challenge.SRP_B, challenge.SECRET_BLOCK, 'PRIVATE KEY']) {
    expect(dump).not.toContain(secret);
  }
});
