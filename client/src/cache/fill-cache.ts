import type { PageAnswer, PageContent } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { createPage, type Page } from '../api/pages.ts';
import { queryKeys } from './query-keys.ts';

/** Fills the query of a server-rendered screen with the page's data, as if the call had been answered. */
export function fillCache(client: QueryClient, content: PageContent): void {
  if (content.kind === 'profile')
    fillQuery(client, queryKeys.profile(content.handle), {
      answer: content.answer,
      toPage: (answer) => createPage(answer, answer.data.profile, answer.data.activities),
    });
  else
    fillQuery(client, queryKeys.post(content.activity_uuid), {
      answer: content.answer,
      toPage: (answer) => createPage(answer, answer.data.activity, answer.data.replies),
    });
}

interface CacheFill<Data> {
  answer: PageAnswer<Data>;
  toPage: (answer: PageAnswer<Data> & { ok: true }) => Page<unknown, unknown>;
}

function fillQuery<Data>(
  client: QueryClient,
  queryKey: readonly string[],
  { answer, toPage }: CacheFill<Data>,
): void {
  if (answer.ok) {
    client.setQueryData(queryKey, { pages: [toPage(answer)], pageParams: [null] });
    return;
  }
  const error = new ApiError(answer.status, answer.codes);
  const cached = client.getQueryCache().build(client, { queryKey });
  cached.setState({ ...cached.state, status: 'error', error, errorUpdatedAt: Date.now() });
}
