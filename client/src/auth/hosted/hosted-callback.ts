import type { ClientConfig } from '@cruddur/shared';
import { readHostedSettings, isHostedCallback } from './hosted-settings.ts';
import type { IdentityProvider } from '../identity-provider.ts';

/** How this page was come to. */
export type HostedCallback = {
  /** Whether by the hosted pages, with an answer to take in. */
  readonly isCallback: boolean;
  /** Why the answer was of no use; empty while there is nothing to complain about. */
  errorMessage: string;
};

/** The hosted pages as screens see them. */
export type HostedPages = Readonly<HostedCallback> & {
  /** Leaves for the page to sign in at; fails with Amplify's words when that cannot be. */
  signIn: () => Promise<void>;
};

/** Null when no hosted pages are configured. Judged without Amplify, which most visitors never load. */
export function readHostedCallback(config: ClientConfig, address: string): HostedCallback | null {
  const settings = readHostedSettings(config);
  return settings && { isCallback: isHostedCallback(settings, address), errorMessage: '' };
}

export function createHostedPages(
  callback: HostedCallback,
  identity: () => Promise<IdentityProvider>,
): HostedPages {
  return {
    isCallback: callback.isCallback,
    get errorMessage() {
      return callback.errorMessage;
    },
    signIn: async () => {
      await (await identity()).hosted?.signIn();
    },
  };
}
