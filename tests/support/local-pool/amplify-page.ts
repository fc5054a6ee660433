import { serveBundledPage, type ServedPage } from '../bundled-page.ts';

/** Holds aws-amplify, for the driver of the page. */
export const amplifyEntry = new URL('amplify-entry.ts', import.meta.url);

/** Serves an empty page with aws-amplify. */
export const serveAmplifyPage = (): Promise<ServedPage> => serveBundledPage(amplifyEntry);
