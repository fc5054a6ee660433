import type { PageAnswer, PageContent } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { pageOf, type Page } from '../api/pages.ts';
import { keys } from '../api/query-keys.ts';

/** Puts what a page was made from where its screen looks for it, as if it had asked and been answered. */
export function fillCache(client: QueryClient, content: PageContent): void {
  if (content.kind === 'profile')
    fill(client, keys.profile(content.handle), {
      answer: content.answer,
      toPage: (answer) => pageOf(answer, answer.data.profile, answer.data.activities),
    });
  else
    fill(client, keys.post(content.activity_uuid), {
      answer: content.answer,
      toPage: (answer) => pageOf(answer, answer.data.activity, answer.data.replies),
    });
}

interface Filling<Data> {
  answer: PageAnswer<Data>;
  toPage: (answer: PageAnswer<Data> & { ok: true }) => Page<unknown, unknown>;
}

function fill<Data>(
  client: QueryClient,
  queryKey: readonly string[],
  { answer, toPage }: Filling<Data>,
): void {
  if (answer.ok) {
    client.setQueryData(queryKey, { pages: [toPage(answer)], pageParams: [null] });
    return;
  }
  const refusal = new ApiError(answer.status, answer.codes);
  const cached = client.getQueryCache().build(client, { queryKey });
  cached.setState({ ...cached.state, status: 'error', error: refusal, errorUpdatedAt: Date.now() });
}
