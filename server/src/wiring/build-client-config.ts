import { CLIENT_ID, IDENTITY_POOL_ID, POOL_ID, REGION } from '@cruddur/local-pool/names';
import type { ClientConfig } from '@cruddur/shared';
import type { Config, HostedRedirects } from '../config/config.ts';
import { release } from '../http/release.ts';

/** The path of the local pool's endpoint, for user pool and identity pool. */
const LOCAL_IDP_PATH = '/local/idp';

/** The settings that pages pass to the client. An omitted one keeps the build's value. */
export function buildClientConfig(config: Config): Partial<ClientConfig> {
  const { apiHost, avatarGateway, tokenStore } = config.browser;
  return {
    ...(apiHost !== undefined && { api_host: apiHost }),
    ...(avatarGateway !== undefined && { avatar_gateway: avatarGateway }),
    ...(tokenStore !== undefined && { token_store: tokenStore }),
    machines_server: config.machinesServer,
    ...release,
    ...buildIdentityConfig(config),
  };
}

function buildIdentityConfig({ identity }: Config): Partial<ClientConfig> {
  if (identity.kind === 'local') {
    return {
      region: REGION,
      user_pool_id: POOL_ID,
      user_pool_client_id: CLIENT_ID,
      user_pool_endpoint: LOCAL_IDP_PATH,
      identity_pool_id: IDENTITY_POOL_ID,
      identity_pool_endpoint: LOCAL_IDP_PATH,
      allow_guest: identity.allowGuest,
      local_pool: true,
      local_mailbox: identity.mail.mailbox !== 'closed' && identity.mail.smtp === undefined,
      ...(identity.hosted && buildHostedConfig(LOCAL_IDP_PATH, identity.hosted)),
    };
  }
  return {
    region: identity.region,
    user_pool_id: identity.userPoolId,
    user_pool_client_id: identity.clientId,
    user_pool_endpoint: identity.endpoint ?? '',
    identity_pool_id: identity.identityPoolId ?? '',
    identity_pool_endpoint: identity.endpoint ?? '',
    allow_guest: identity.allowGuest,
    ...(identity.oauth && buildHostedConfig(identity.oauth.domain, identity.oauth)),
    local_pool: false,
  };
}

function buildHostedConfig(
  domain: string,
  { signIn, signOut, responseType }: HostedRedirects,
): Partial<ClientConfig> {
  return {
    oauth_domain: domain,
    oauth_redirect_sign_in: signIn.join(),
    oauth_redirect_sign_out: signOut.join(),
    oauth_response_type: responseType,
  };
}
