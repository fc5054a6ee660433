/** The pool's fixed names, so that any Cognito client can be pointed at it. */
export const REGION = 'ap-south-1';
export const POOL_ID = 'ap-south-1_Local0001';
export const CLIENT_ID = 'localwebclient0000000001';

/** The part after the underscore, which the password proof is made with. */
export const POOL_NAME = 'Local0001';

/** The real form of a pool's issuer whatever the port, so that one token verifier serves every setting. */
export const ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/${POOL_ID}`;
