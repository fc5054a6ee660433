import { createContext } from 'react';

/** The version of the server that served the page, and the commit that it was built from; empty where unknown. */
export const ReleaseContext = createContext({ version: '', commit: '' });
