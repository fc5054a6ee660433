/** `node:perf_hooks` as a page has it. */
export const { performance } = globalThis;
