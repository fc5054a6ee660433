declare module 'vitest' {
  /** The values of `inject` in a test; `postgres` and `redis` only in the project named postgres. */
  interface ProvidedContext {
    store: 'pglite' | 'postgres';
    /** `long` when the long forms are run too. */
    form: 'usual' | 'long';
    /** Connection string of the run's cluster, for `createDatabase`. */
    postgres: string | undefined;
    /** Connection string of the run's Redis; give each test application a prefix of its own. */
    redis: string | undefined;
  }
}
export {};
