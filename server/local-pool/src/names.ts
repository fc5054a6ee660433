import { REGION } from '@cruddur/shared';

export { REGION };

/** The pool's fixed names, so that any Cognito client can be pointed at it. */
export const POOL_ID = `${REGION}_Local0001`;
export const CLIENT_ID = 'localwebclient0000000001';
export const IDENTITY_POOL_ID = `${REGION}:00000000-0000-4000-8000-000000000001`;

/** The part after the underscore, which the password proof is made with. */
export const POOL_NAME = 'Local0001';

/** The real form of a pool's issuer whatever the port, so that one token verifier serves every setting. */
export const ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/${POOL_ID}`;
