import type { Operation } from './operation.ts';
import { changePassword } from './operations/change-password.ts';
import { completeWebAuthnRegistration } from './operations/complete-webauthn-registration.ts';
import { confirmDevice } from './operations/confirm-device.ts';
import { confirmForgotPassword } from './operations/confirm-forgot-password.ts';
import { confirmSignUp } from './operations/confirm-sign-up.ts';
import { deleteUser } from './operations/delete-user.ts';
import { deleteWebAuthnCredential } from './operations/delete-webauthn-credential.ts';
import { forgetDevice } from './operations/forget-device.ts';
import { forgotPassword } from './operations/forgot-password.ts';
import { getCredentialsForIdentity } from './operations/get-credentials-for-identity.ts';
import { getId } from './operations/get-id.ts';
import { getTokensFromRefreshToken } from './operations/get-tokens-from-refresh-token.ts';
import { initiateAuth } from './operations/initiate-auth.ts';
import { listDevices } from './operations/list-devices.ts';
import { listWebAuthnCredentials } from './operations/list-webauthn-credentials.ts';
import { resendConfirmationCode } from './operations/resend-confirmation-code.ts';
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge.ts';
import { signUp } from './operations/sign-up.ts';
import { startWebAuthnRegistration } from './operations/start-webauthn-registration.ts';
import { updateDeviceStatus } from './operations/update-device-status.ts';
import { globalSignOut, revokeToken } from './operations/sign-out.ts';
import { getUser, updateUserAttributes } from './operations/user-attributes.ts';

const userPool = 'AWSCognitoIdentityProviderService';
const identityPool = 'AWSCognitoIdentityService';

/** All operations by the value of `x-amz-target`. */
export const operations: ReadonlyMap<string, Operation> = new Map([
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
