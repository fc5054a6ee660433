import { expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { createCleanup } from '../../support/cleanup.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startSmtpServer } from '../../support/local-pool/smtp-server.ts';
import { callPool, signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { until } from '../../support/until.ts';

const victim = { email: 'victim@example.com', password: 'correct horse battery' };
const ACCEPT = ['application/json', 'text/html', '*/*'];

/** The gateway's variables in the compose file; of `${NAME:-default}` the default. */
function readShippedEnvironment(): Record<string, string> {
  const { services } = parse(readRepositoryFile('docker-compose.yml')) as {
    services: { gateway: { environment: Record<string, string | number> } };
  };
  return Object.fromEntries(
    Object.entries(services.gateway.environment).map(([variable, value]) => [
      variable,
      String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1'),
    ]),
  );
}

/** The shipped settings of the gateway, with the addresses of this run's services. */
async function startShipped() {
  const cleanup = createCleanup();
  const database = await createDatabase(inject('postgres') ?? '');
  cleanup.defer(() => database[Symbol.asyncDispose]());
  const mail = await startSmtpServer();
  cleanup.defer(() => mail[Symbol.asyncDispose]());
  const folder = await createTempFolder();
  cleanup.defer(() => folder[Symbol.asyncDispose]());
  const port = await findFreePort();
  const services = { DATABASE_URL: database.url, REDIS_URL: inject('redis') ?? '', SMTP_URL: mail.url };
  const program = startProgram({
    ...readShippedEnvironment(),
    ...services,
    PORT: String(port),
    DATA_DIR: folder.path,
  });
  cleanup.defer(() => program[Symbol.asyncDispose]());
  await program.waitUntilReady();
  return { program, mail, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: cleanup.run };
}

test('[MAIL-6] with the shipped compose settings a reset code reaches its recipient only', async () => {
  await using shipped = await startShipped();
  const { url, mail, program } = shipped;
  expect(program.stdoutLines().filter((line) => line.startsWith('login: '))).toEqual([]);

  await callPool(url, 'SignUp', {
    Username: victim.email,
    Password: victim.password,
    UserAttributes: [
      { Name: 'name', Value: 'Victim' },
      { Name: 'preferred_username', Value: 'victim' },
    ],
  });
  const codeIn = (index: number) => /code is (\d+)/.exec(mail.received[index]?.data ?? '')?.[1];
  const ConfirmationCode = await until(() => codeIn(0), { what: 'the victim has the code' });
  await callPool(url, 'ConfirmSignUp', { Username: victim.email, ConfirmationCode });

  await callPool(url, 'ForgotPassword', { Username: victim.email });
  const secret = await until(() => codeIn(1), { what: 'the victim has the reset code' });
  for (const path of ['/local/mail', `/local/mail?to=${victim.email}`, '/local/mail/style.css']) {
    for (const accept of ACCEPT) {
      const answer = await fetch(`${url}${path}`, { headers: { accept } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain(secret);
    }
  }
  expect(await signIn(url, victim)).toHaveProperty('accessToken');
});
