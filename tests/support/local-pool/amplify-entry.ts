import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';

/** The interface between the page of `amplify-jsdom.ts` and its driver. */
export type AmplifyPage = { amplify: { configure: typeof Amplify.configure; auth: typeof auth } };

Object.assign(globalThis, { amplify: { configure: Amplify.configure.bind(Amplify), auth } });
