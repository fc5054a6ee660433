import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';

/** What the page of `amplify-page.ts` gives to whoever drives it. */
export type AmplifyPage = { amplify: { configure: typeof Amplify.configure; auth: typeof auth } };

Object.assign(globalThis, { amplify: { configure: Amplify.configure.bind(Amplify), auth } });
