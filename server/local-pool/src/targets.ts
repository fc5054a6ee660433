import type { Target } from './target.ts';
import { changePassword } from './targets/change-password.ts';
import { completeWebAuthnRegistration } from './targets/complete-webauthn-registration.ts';
import { confirmDevice } from './targets/confirm-device.ts';
import { confirmForgotPassword } from './targets/confirm-forgot-password.ts';
import { confirmSignUp } from './targets/confirm-sign-up.ts';
import { deleteUser } from './targets/delete-user.ts';
import { deleteWebAuthnCredential } from './targets/delete-webauthn-credential.ts';
import { forgetDevice } from './targets/forget-device.ts';
import { forgotPassword } from './targets/forgot-password.ts';
import { getCredentialsForIdentity } from './targets/get-credentials-for-identity.ts';
import { getId } from './targets/get-id.ts';
import { getTokensFromRefreshToken } from './targets/get-tokens-from-refresh-token.ts';
import { getUser } from './targets/get-user.ts';
import { globalSignOut } from './targets/global-sign-out.ts';
import { initiateAuth } from './targets/initiate-auth.ts';
import { listDevices } from './targets/list-devices.ts';
import { listWebAuthnCredentials } from './targets/list-webauthn-credentials.ts';
import { resendConfirmationCode } from './targets/resend-confirmation-code.ts';
import { respondToAuthChallenge } from './targets/respond-to-auth-challenge.ts';
import { revokeToken } from './targets/revoke-token.ts';
import { signUp } from './targets/sign-up.ts';
import { startWebAuthnRegistration } from './targets/start-webauthn-registration.ts';
import { updateDeviceStatus } from './targets/update-device-status.ts';
import { updateUserAttributes } from './targets/update-user-attributes.ts';

const userPool = 'AWSCognitoIdentityProviderService';
const identityPool = 'AWSCognitoIdentityService';

/** Everything the pool can be asked for, by the value of `x-amz-target`. */
export const targets: ReadonlyMap<string, Target> = new Map([
  [`${userPool}.SignUp`, signUp],
  [`${userPool}.ConfirmSignUp`, confirmSignUp],
  [`${userPool}.ResendConfirmationCode`, resendConfirmationCode],
  [`${userPool}.InitiateAuth`, initiateAuth],
  [`${userPool}.RespondToAuthChallenge`, respondToAuthChallenge],
  [`${userPool}.GetTokensFromRefreshToken`, getTokensFromRefreshToken],
  [`${userPool}.RevokeToken`, revokeToken],
  [`${userPool}.GlobalSignOut`, globalSignOut],
  [`${userPool}.GetUser`, getUser],
  [`${userPool}.UpdateUserAttributes`, updateUserAttributes],
  [`${userPool}.ChangePassword`, changePassword],
  [`${userPool}.ForgotPassword`, forgotPassword],
  [`${userPool}.ConfirmForgotPassword`, confirmForgotPassword],
  [`${userPool}.ConfirmDevice`, confirmDevice],
  [`${userPool}.ListDevices`, listDevices],
  [`${userPool}.UpdateDeviceStatus`, updateDeviceStatus],
  [`${userPool}.ForgetDevice`, forgetDevice],
  [`${userPool}.DeleteUser`, deleteUser],
  [`${userPool}.StartWebAuthnRegistration`, startWebAuthnRegistration],
  [`${userPool}.CompleteWebAuthnRegistration`, completeWebAuthnRegistration],
  [`${userPool}.ListWebAuthnCredentials`, listWebAuthnCredentials],
  [`${userPool}.DeleteWebAuthnCredential`, deleteWebAuthnCredential],
  [`${identityPool}.GetId`, getId],
  [`${identityPool}.GetCredentialsForIdentity`, getCredentialsForIdentity],
]);
