import type { TestClient } from './clients.ts';

/** The uuids of the whole home feed, page by page. */
export async function readWholeHomeFeed(client: TestClient): Promise<Set<string>> {
  const found = new Set<string>();
  let path: string | undefined = '/api/activities/home?limit=100';
  while (path !== undefined) {
    const { body, headers }: Awaited<ReturnType<TestClient['send']>> = await client.send('GET', path);
    for (const { uuid } of body as { uuid: string }[]) found.add(uuid);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}
