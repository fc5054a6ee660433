import type { TestPerson } from '../../../support/people.ts';

/** Posts cruds at this rate until it is disposed, the authors by turns. */
export function startLiveInserts(authors: readonly TestPerson[], perSecond: number): AsyncDisposable {
  let count = 0;
  const posting = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const author = authors[count % authors.length];
    count += 1;
    const body = {
      message: `Live ${String(count)}: something new, as long as people write.`,
      ttl: '1-day',
    } as const;
    const answer = author?.callOk('createActivity', { body });
    if (!answer) return;
    posting.add(answer);
    void answer.finally(() => posting.delete(answer));
  }, 1000 / perSecond);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all(posting);
    },
  };
}
