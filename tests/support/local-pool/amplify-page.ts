import { serveBundledPage, type ServedPage } from '../bundled-page.ts';

/** What holds aws-amplify, and gives it to whoever drives the page. */
export const amplifyEntry = new URL('amplify-entry.ts', import.meta.url);

/** Serves an empty page that holds aws-amplify. */
export const serveAmplifyPage = (): Promise<ServedPage> => serveBundledPage(amplifyEntry);
