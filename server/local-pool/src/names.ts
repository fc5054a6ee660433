import { REGION } from '@cruddur/shared';

export { REGION };

/** The pool's fixed ids, for the configuration of any Cognito client. */
export const POOL_ID = `${REGION}_Local0001`;
export const CLIENT_ID = 'localwebclient0000000001';
export const IDENTITY_POOL_ID = `${REGION}:00000000-0000-4000-8000-000000000001`;

/** The pool's id without the region: the group of SRP proofs. */
export const POOL_NAME = 'Local0001';

/** In the form of Amazon's issuers, independent of the port, so that one token verifier fits both providers. */
export const ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/${POOL_ID}`;
