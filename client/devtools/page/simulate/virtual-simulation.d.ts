declare module 'virtual:simulation' {
  /** The address of the worker that runs a schedule. */
  export const workerUrl: string;
  /** The names by which a worker breaks the promise. */
  export const sabotages: readonly string[];
}
