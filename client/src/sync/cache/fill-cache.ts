import type { PageAnswer, PageContent } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../base/http/api-error.ts';
import { createPage, type Page } from '../../base/http/pages.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Fills the query of a server-rendered screen with the page's data, as if the call had been answered.
 * @param now epoch milliseconds by this machine
 */
export function fillCache(client: QueryClient, content: PageContent, now: () => number): void {
  if (content.kind === 'home') {
    if (content.answer.ok) client.setQueryData(queryKeys.newest, content.answer.data);
  } else if (content.kind === 'profile')
    fillQuery(client, queryKeys.profile(content.handle), {
      now,
      answer: content.answer,
      toPage: (answer) => createPage(answer, answer.data.profile, answer.data.activities),
    });
  else
    fillQuery(client, queryKeys.post(content.activity_uuid), {
      now,
      answer: content.answer,
      toPage: (answer) => createPage(answer, answer.data.activity, answer.data.replies),
    });
}

/** How long the error of a server-rendered page is not fetched again on mount, in milliseconds. */
const ERROR_FRESH_MS = 10_000;

interface CacheFill<Data> {
  now: () => number;
  answer: PageAnswer<Data>;
  toPage: (answer: PageAnswer<Data> & { ok: true }) => Page<unknown, unknown>;
}

function fillQuery<Data>(
  client: QueryClient,
  queryKey: readonly string[],
  { now, answer, toPage }: CacheFill<Data>,
): void {
  if (answer.ok) {
    client.setQueryData(queryKey, { pages: [toPage(answer)], pageParams: [null] });
    return;
  }
  const error = new ApiError(answer.status, answer.codes);
  const cached = client.getQueryCache().build(client, { queryKey });
  const failedAt = now();
  cached.setState({ ...cached.state, status: 'error', error, errorUpdatedAt: failedAt });
  client.setQueryDefaults(queryKey, { retryOnMount: () => now() - failedAt > ERROR_FRESH_MS });
}
