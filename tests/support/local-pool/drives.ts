/** What the clients that are not ours call. Each one's suite compares its list with what its pool heard. */
export const drives = {
  'aws-amplify in Chromium': words(`
    InitiateAuth RespondToAuthChallenge GetTokensFromRefreshToken RevokeToken
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice
    StartWebAuthnRegistration CompleteWebAuthnRegistration ListWebAuthnCredentials DeleteWebAuthnCredential`),
  'aws-amplify in jsdom': words(`
    SignUp ResendConfirmationCode ConfirmSignUp InitiateAuth RespondToAuthChallenge
    GetTokensFromRefreshToken RevokeToken GlobalSignOut
    GetUser UpdateUserAttributes ChangePassword ForgotPassword ConfirmForgotPassword DeleteUser
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice`),
  '@aws-sdk/client-cognito-identity-provider': words(`
    SignUp ResendConfirmationCode ConfirmSignUp InitiateAuth RespondToAuthChallenge
    GetTokensFromRefreshToken RevokeToken GlobalSignOut
    GetUser UpdateUserAttributes ChangePassword ForgotPassword ConfirmForgotPassword DeleteUser
    ConfirmDevice ListDevices UpdateDeviceStatus ForgetDevice
    StartWebAuthnRegistration CompleteWebAuthnRegistration ListWebAuthnCredentials DeleteWebAuthnCredential`),
  '@aws-sdk/client-cognito-identity': words('GetId GetCredentialsForIdentity'),
  'amazon-cognito-identity-js': words('InitiateAuth RespondToAuthChallenge ConfirmDevice'),
};

function words(text: string): string[] {
  return text.trim().split(/\s+/u).sort();
}
