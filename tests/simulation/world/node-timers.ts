/** `node:timers/promises` as the bundle of the world gets it. */
export const setTimeout = (ms: number): Promise<void> =>
  new Promise((resolve) => void globalThis.setTimeout(resolve, ms));
