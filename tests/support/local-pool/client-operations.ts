/** The operations that third-party clients call. The suite of each client compares its list with the calls that its pool received. */
export const clientOperations = {
  'aws-amplify': splitWords('InitiateAuth RespondToAuthChallenge ConfirmDevice'),
  '@aws-sdk/client-cognito-identity-provider': splitWords(`
    SignUp ResendConfirmationCode ConfirmSignUp InitiateAuth
    GetTokensFromRefreshToken RevokeToken GlobalSignOut
    GetUser UpdateUserAttributes ChangePassword ForgotPassword ConfirmForgotPassword DeleteUser
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice
    StartWebAuthnRegistration CompleteWebAuthnRegistration ListWebAuthnCredentials DeleteWebAuthnCredential`),
  '@aws-sdk/client-cognito-identity': splitWords('GetId GetCredentialsForIdentity'),
};

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/u).sort();
}
