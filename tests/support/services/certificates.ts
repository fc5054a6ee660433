import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTempFolder } from '../create-temp-folder.ts';
import { findProgram } from './find-program.ts';

const run = promisify(execFile);

/** PEM files; the certificate is its own authority. */
export type Certificate = AsyncDisposable & { certificate: string; key: string };

/** A certificate of one day for localhost, 127.0.0.1, push.test and the names below it, which is not trusted by default. */
export async function createCertificate(): Promise<Certificate> {
  const openssl = findProgram('openssl');
  if (!openssl) throw new Error('OpenSSL is missing: apt-get install openssl');
  const folder = await createTempFolder();
  const [certificate, key] = [join(folder.path, 'certificate.pem'), join(folder.path, 'key.pem')];
  await run(openssl, [
    ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '1'],
    ...['-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:push.test,DNS:*.push.test'],
    ...['-keyout', key, '-out', certificate],
  ]);
  return { certificate, key, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
