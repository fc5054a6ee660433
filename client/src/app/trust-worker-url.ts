import { WORKER_POLICY } from '@cruddur/shared';
import { paths } from '../paths.ts';

/** Missing in TypeScript's DOM library. */
interface TrustedPolicy {
  createScriptURL: (url: string) => string;
}
interface TrustedPolicies {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

/** The service worker, and the worker of the simulation. */
const isWorker = (url: string) => url === paths.worker || /^\/static\/js\/simulation\.[\w-]+\.js$/.test(url);

let policy: TrustedPolicy | undefined;

/** Lets a worker's URL through the page's Trusted Types policy, which can be created once. @throws TypeError for any other URL */
export function trustWorkerUrl(url: string): string {
  const policies = (window as { trustedTypes?: TrustedPolicies }).trustedTypes;
  if (!policies) return url;
  policy ??= policies.createPolicy(WORKER_POLICY, {
    createScriptURL(wanted) {
      if (isWorker(wanted)) return wanted;
      throw new TypeError('This is no worker');
    },
  });
  return policy.createScriptURL(url);
}
