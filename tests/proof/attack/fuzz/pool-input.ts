import { CLIENT_ID } from '@cruddur/local-pool/names';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import { encodeRequest } from './http-input.ts';
import type { FuzzTargets } from './targets.ts';
import { mutateObject, createHostileText, serializeMaybeBroken, type Json } from './values.ts';

const CHALLENGES = ['PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'WEB_AUTHN', 'SELECT_CHALLENGE'];

/** An operation of the pool with nearly valid input. */
export function createPoolInput(random: Random, targets: FuzzTargets): Buffer {
  const [operation, valid] = random.pick(Object.entries(createOperations(random, targets)));
  const service = operation.startsWith('Get') && 'IdentityPoolId' in valid ? 'Identity' : 'IdentityProvider';
  const target = `AWSCognito${service}Service.${random.next() < 0.97 ? operation : createHostileText(random)}`;
  return encodeRequest('POST /local/idp', serializeMaybeBroken(random, mutateObject(random, valid)), {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': target,
  });
}

/** Operations that end a session or an account get no valid token: all other inputs need it. */
function createOperations(random: Random, targets: FuzzTargets): Record<string, Record<string, Json>> {
  const { email, accessToken, refreshToken } = random.pick(targets.people);
  const Username = random.next() < 0.5 ? email : createHostileText(random);
  const unknown = createHostileText(random);
  const by = { ClientId: CLIENT_ID, Username };
  const own = { AccessToken: accessToken };
  const code = { ...by, ConfirmationCode: '123456' };
  return {
    SignUp: { ...by, Password: 'short', UserAttributes: [{ Name: 'preferred_username', Value: unknown }] },
    ConfirmSignUp: code,
    ResendConfirmationCode: by,
    ForgotPassword: { ClientId: CLIENT_ID, Username: unknown },
    ConfirmForgotPassword: { ...code, Password: 'a new password' },
    InitiateAuth: {
      ClientId: CLIENT_ID,
      AuthFlow: random.pick(['USER_SRP_AUTH', 'USER_AUTH', 'REFRESH_TOKEN_AUTH', 'CUSTOM_AUTH', unknown]),
      AuthParameters: { USERNAME: unknown, SRP_A: 'abcdef', REFRESH_TOKEN: unknown },
    },
    RespondToAuthChallenge: {
      ClientId: CLIENT_ID,
      ChallengeName: random.pick([...CHALLENGES, unknown]),
      Session: unknown.repeat(5),
      ChallengeResponses: { USERNAME: Username, PASSWORD_CLAIM_SIGNATURE: 'x', TIMESTAMP: unknown },
    },
    GetTokensFromRefreshToken: { ClientId: CLIENT_ID, RefreshToken: `${refreshToken.slice(0, -2)}xx` },
    RevokeToken: { ClientId: CLIENT_ID, Token: unknown },
    GlobalSignOut: { AccessToken: unknown },
    DeleteUser: { AccessToken: unknown },
    ChangePassword: { AccessToken: unknown, PreviousPassword: 'x', ProposedPassword: 'y' },
    GetUser: own,
    UpdateUserAttributes: { ...own, UserAttributes: [{ Name: 'name', Value: unknown }] },
    ConfirmDevice: {
      ...own,
      DeviceKey: unknown,
      DeviceSecretVerifierConfig: { Salt: 'AA', PasswordVerifier: unknown },
    },
    ListDevices: { ...own, Limit: random.between(-1, 100) },
    UpdateDeviceStatus: { ...own, DeviceKey: unknown, DeviceRememberedStatus: 'remembered' },
    ForgetDevice: { ...own, DeviceKey: unknown },
    StartWebAuthnRegistration: own,
    CompleteWebAuthnRegistration: {
      ...own,
      Credential: { id: unknown, response: { clientDataJSON: unknown } },
    },
    ListWebAuthnCredentials: own,
    DeleteWebAuthnCredential: { ...own, CredentialId: unknown },
    GetId: { IdentityPoolId: 'ap-south-1:x', Logins: { unknown } },
    GetCredentialsForIdentity: { IdentityPoolId: 'x', IdentityId: unknown, Logins: { unknown } },
  };
}
