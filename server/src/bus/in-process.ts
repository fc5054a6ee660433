import type { Bus } from '../domain/ports.ts';

/** The bus of a gateway that is the only one: nobody else is there to hear or to be heard. */
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
