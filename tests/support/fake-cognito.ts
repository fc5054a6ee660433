import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Amazon's answer to GetUser. `silent` accepts the request and does not answer. */
export type CognitoAnswer = 'valid' | 'disabled' | 'expired' | 'deleted' | 'throttled' | 'broken' | 'silent';

/** Answers GetUser over HTTP as Amazon Cognito does. */
export interface FakeCognito extends AsyncDisposable {
  endpoint: string;
  /** The requested tokens, in order. */
  requestedTokens: string[];
  /** The answer for a token, and for all others. */
  setAnswer(answer: CognitoAnswer, token?: string): void;
}

const refusal = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const ANSWERS = {
  valid: { status: 200, body: { Username: 'x', UserAttributes: [{ Name: 'sub', Value: 'x' }] } },
  disabled: refusal('NotAuthorizedException', 'User is disabled.'),
  expired: refusal('NotAuthorizedException', 'Access Token has expired'),
  deleted: refusal('UserNotFoundException', 'User does not exist.'),
  throttled: refusal('TooManyRequestsException', 'Rate exceeded'),
  broken: { status: 500, body: { __type: 'InternalErrorException' } },
};

export async function openFakeCognito(): Promise<FakeCognito> {
  const byToken = new Map<string, CognitoAnswer>();
  let defaultAnswer: CognitoAnswer = 'valid';
  const requested: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { AccessToken } = JSON.parse(text) as { AccessToken: string };
      requested.push(AccessToken);
      const answer = byToken.get(AccessToken) ?? defaultAnswer;
      if (answer === 'silent') return;
      const { status, body } = ANSWERS[answer];
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requestedTokens: requested,
    setAnswer(answer, token) {
      if (token === undefined) defaultAnswer = answer;
      else byToken.set(token, answer);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
