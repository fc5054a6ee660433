/**
 * The public module of the devtools: the only one that other folders import. It needs neither React nor XState at run time,
 * so that it costs the first chunk next to nothing; the page `/machines` is a lazy chunk of its own.
 */
export { listenForInspectors } from './inspect/listen-for-inspectors.ts';
export { registerActor } from './inspect/running-actors.ts';
