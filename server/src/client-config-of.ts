import type { ClientConfig } from '@cruddur/shared';
import type { Config } from './config.ts';
import { CLIENT_ID, IDENTITY_POOL_ID, POOL_ID, REGION } from './local-pool/names.ts';

/** Where the local pool's two endpoints are: both are one. */
export const LOCAL_IDP_PATH = '/local/idp';

/** What the page says to the browser program; what is left out stays as the build has it. */
export function clientConfigOf(config: Config): Partial<ClientConfig> {
  const { apiHost, avatarGateway, tokenStore } = config.browser;
  return {
    ...(apiHost !== undefined && { api_host: apiHost }),
    ...(avatarGateway !== undefined && { avatar_gateway: avatarGateway }),
    ...(tokenStore !== undefined && { token_store: tokenStore }),
    ...identityOf(config),
  };
}

function identityOf({ identity }: Config): Partial<ClientConfig> {
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
    };
  }
  return {
    region: identity.region,
    user_pool_id: identity.userPoolId,
    user_pool_client_id: identity.clientId,
    user_pool_endpoint: '',
    identity_pool_id: identity.identityPoolId ?? '',
    identity_pool_endpoint: '',
    allow_guest: identity.allowGuest,
    oauth_domain: identity.oauth?.domain ?? '',
    oauth_redirect_sign_in: identity.oauth?.redirectSignIn ?? '',
    oauth_redirect_sign_out: identity.oauth?.redirectSignOut ?? '',
    oauth_response_type: identity.oauth?.responseType ?? '',
    local_pool: false,
  };
}
