/** What the build replaces: see vite.config.ts. */
declare const BUILT_RELEASE: Release | undefined;

export interface Release {
  /** That of package.json. */
  version: string;
  /** From which the program was built; empty where the build knew none. */
  commit: string;
}

/** Empty for a program that runs from its sources. */
export const release: Release =
  typeof BUILT_RELEASE === 'undefined' ? { version: '', commit: '' } : BUILT_RELEASE;
