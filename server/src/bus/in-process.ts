import type { Bus } from '../domain/ports.ts';

/** The bus of a single gateway, without other gateways to send to. */
export function createInProcessBus(): Bus {
  const nothing = () => undefined;
  return {
    publish: nothing,
    subscribe: () => nothing,
    publishEphemeral: nothing,
    onEphemeral: () => nothing,
    isHealthy: () => true,
    close: () => Promise.resolve(),
  };
}
