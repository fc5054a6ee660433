import { createContext, type ReactNode } from 'react';

/** What page headers show beside their title about the whole page, such as a lost connection. */
export const HeaderStatus = createContext<ReactNode>(null);
