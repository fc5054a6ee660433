/** The operations that third-party clients call. The suite of each client compares its list with the calls that its pool received. */
export const clientOperations = {
  'aws-amplify in jsdom': splitWords(`
    SignUp ResendConfirmationCode ConfirmSignUp InitiateAuth RespondToAuthChallenge
    GetTokensFromRefreshToken RevokeToken GlobalSignOut
    GetUser UpdateUserAttributes ChangePassword ForgotPassword ConfirmForgotPassword DeleteUser
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice`),
  '@aws-sdk/client-cognito-identity-provider': splitWords(`
    SignUp ResendConfirmationCode ConfirmSignUp InitiateAuth RespondToAuthChallenge
    GetTokensFromRefreshToken RevokeToken GlobalSignOut
    GetUser UpdateUserAttributes ChangePassword ForgotPassword ConfirmForgotPassword DeleteUser
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice
    StartWebAuthnRegistration CompleteWebAuthnRegistration ListWebAuthnCredentials DeleteWebAuthnCredential`),
  '@aws-sdk/client-cognito-identity': splitWords('GetId GetCredentialsForIdentity'),
  'amazon-cognito-identity-js': splitWords('InitiateAuth RespondToAuthChallenge ConfirmDevice'),
};

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/u).sort();
}
