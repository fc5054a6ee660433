import { webcrypto } from 'node:crypto';
import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import { JSDOM, VirtualConsole } from 'jsdom';
import { bundleScript } from '../bundled-page.ts';
import type { AmplifyPage } from './amplify-entry.ts';

/** aws-amplify in a jsdom page, configured for a pool. */
export type AmplifyInJsdom = Disposable & { auth: AmplifyPage['amplify']['auth'] };

/** @param endpoint the pool's address, `http://…/local/idp` */
export async function openAmplifyInJsdom(endpoint: string): Promise<AmplifyInJsdom> {
  const { window } = new JSDOM('<!doctype html>', {
    url: 'http://localhost/',
    runScripts: 'outside-only',
    // Amplify warns there of every endpoint that is not Amazon's.
    virtualConsole: new VirtualConsole(),
    // APIs that every browser has and jsdom lacks.
    beforeParse(page) {
      Object.assign(page, { fetch, Headers, Request, Response, TextEncoder, TextDecoder, ReadableStream });
      Object.defineProperty(page, 'crypto', { value: webcrypto });
    },
  });
  window.eval(await bundleScript(new URL('amplify-entry.ts', import.meta.url)));
  const { amplify } = window as unknown as AmplifyPage;
  const ids = { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint: endpoint };
  amplify.configure({ Auth: { Cognito: ids } });
  return { auth: amplify.auth, [Symbol.dispose]: () => window.close() };
}
