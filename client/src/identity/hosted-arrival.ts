import type { ClientConfig } from '@cruddur/shared';
import { hostedSettings, isHostedAnswer } from './hosted-settings.ts';
import type { IdentityProvider } from './provider.ts';

/** How this page was come to. */
export type HostedArrival = {
  /** Whether by the hosted pages, with an answer to take in. */
  readonly isAnswer: boolean;
  /** Why the answer was of no use; empty while there is nothing to complain about. */
  refusal: string;
};

/** The hosted pages as screens see them. */
export type HostedPages = Readonly<HostedArrival> & {
  /** Leaves for the page to sign in at; fails with Amplify's words when that cannot be. */
  signIn: () => Promise<void>;
};

/** Null when no hosted pages are configured. Judged without Amplify, which most visitors never load. */
export function hostedArrival(config: ClientConfig, address: string): HostedArrival | null {
  const settings = hostedSettings(config);
  return settings && { isAnswer: isHostedAnswer(settings, address), refusal: '' };
}

export function hostedPages(arrival: HostedArrival, identity: () => Promise<IdentityProvider>): HostedPages {
  return {
    isAnswer: arrival.isAnswer,
    get refusal() {
      return arrival.refusal;
    },
    signIn: async () => {
      await (await identity()).hosted?.signIn();
    },
  };
}
