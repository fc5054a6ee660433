import { Refusal } from '../../../../server/src/domain/errors.ts';

type ProviderAnswer = 'accepted' | 'refused' | 'unavailable' | 'silent';

/** The identity provider's answers about tokens, and the tokens it was asked about. */
export function createProviderAnswers() {
  const byToken = new Map<string, ProviderAnswer>();
  let general: ProviderAnswer = 'accepted';
  const requested: string[] = [];
  return {
    requested,
    /** For one token, or for all that have none of their own. */
    answer(answer: ProviderAnswer, token?: string): void {
      if (token === undefined) general = answer;
      else byToken.set(token, answer);
    },
    isStillAccepted(token: string): Promise<boolean> {
      requested.push(token);
      const answer = byToken.get(token) ?? general;
      if (answer === 'silent') return new Promise(() => undefined);
      if (answer === 'unavailable') return Promise.reject(new Refusal('generic_503'));
      return Promise.resolve(answer === 'accepted');
    },
  };
}
